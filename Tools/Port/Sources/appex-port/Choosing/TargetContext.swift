import XcodeProjects

/// A target of the project with its build settings in the chosen configuration.
struct TargetContext {
    /// The target.
    let target: XcodeTarget
    /// The settings, in which those of the command line replace the project's.
    let settings: BuildSettings

    /// Chooses the settings.
    ///
    /// - Parameter configuration: the name of the configuration; nil for the default.
    /// - Parameter levels: settings that replace those of the project.
    init(_ target: XcodeTarget, configuration: String?, levels: [[SettingAssignment]]) {
        let names = [configuration, target.defaultConfiguration, "Release"].compactMap { $0 }
        let known = names.compactMap { target.settings[$0] }.first
        let first = target.settings.keys.sorted().first.flatMap { target.settings[$0] }
        var settings = known ?? first ?? BuildSettings(levels: [], configuration: configuration ?? "Release")
        for level in levels { settings.add(level) }
        self.target = target
        self.settings = settings
    }

    /// The name of the module on Apple's systems.
    var moduleName: String {
        let name = settings["PRODUCT_MODULE_NAME"] ?? target.name
        let valid = settings.expanding("$(X:default=\(Self.plain(name)):c99extidentifier)").text
        return valid.isEmpty ? "Module" : valid
    }

    /// A name without the characters that end a reference.
    private static func plain(_ name: String) -> String { String(name.map { "():${}".contains($0) ? "_" : $0 }) }

    /// Whether the target is built for iOS.
    var isForDevices: Bool {
        let system = settings["SDKROOT"] ?? "iphoneos"
        if system.hasPrefix("iphone") { return true }
        let platforms = settings["SUPPORTED_PLATFORMS"] ?? (system == "auto" ? "iphoneos" : system)
        return platforms.contains("iphoneos")
    }

    /// The names that are defined for `#if`.
    var compilationConditions: [String] {
        var names = (settings["SWIFT_ACTIVE_COMPILATION_CONDITIONS"] ?? "").split(separator: " ").map(String.init)
        let flags = (settings["OTHER_SWIFT_FLAGS"] ?? "").split(separator: " ").map(String.init)
        for (index, flag) in flags.enumerated() {
            if flag == "-D", index + 1 < flags.count {
                names.append(flags[index + 1])
            } else if flag.hasPrefix("-D"), flag.count > 2 {
                names.append(String(flag.dropFirst(2)))
            }
        }
        let valid = names.filter { name in
            name.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isXIDContinue }
                && name.first?.isNumber == false
        }
        return Set(valid).subtracting(["DEBUG"]).sorted()
    }

    /// Whether the sources are in the language mode of Swift 6.
    var isSwift6: Bool { settings["SWIFT_VERSION"]?.hasPrefix("6") == true }
}
