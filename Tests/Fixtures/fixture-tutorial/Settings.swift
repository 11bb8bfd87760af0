import OpenFoundation

/// Defaults and files that an app shares with its extension.
struct Settings {
    static let groupName = "group.org.example.tutorial"

    static func save(name: String) {
        let defaults = UserDefaults(suiteName: groupName)
        defaults?.set(name, forKey: "name")
        defaults?.set(Date(), forKey: "date")
        defaults?.setValue(true, forKey: "isSaved")
        defaults?.synchronize()
    }

    static func load() -> String {
        if let userDefaults = UserDefaults(suiteName: groupName), userDefaults.bool(forKey: "isSaved") {
            return userDefaults.string(forKey: "name") ?? ""
        }
        return "nothing"
    }

    static func count() -> Int {
        let shared = UserDefaults(suiteName: groupName)!
        shared.register(defaults: ["count": 10])
        shared.set(shared.integer(forKey: "count") + 1, forKey: "count")
        return shared.value(forKey: "count") as? Int ?? 0
    }

    static var sharedContainer: URL? {
        return FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: groupName)
    }

    static func path(of name: String) -> String? {
        guard let container = sharedContainer else { return nil }
        return container.appendingPathComponent(name).path
    }
}
