import AppexModel
import AppexProtocol
import Foundation
import SystemPackage

/// Where the domains of this process are.
enum DefaultsPlace {
    /// Where a suite is stored.
    enum Suite: Equatable {
        case file(FilePath)
        /// The suite is a group of which this process is not a member.
        case notEntitled
        /// There can be no suite of this name. The text is a sentence that says why.
        case invalid(String)
    }

    private static let globalDomain = "NSGlobalDomain"
    private static let nameBytes = 200

    /// The name of the program's own domain: its bundle identifier, or else the name of the process.
    static let ownName = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName

    /// The file of the program's own domain.
    static let own = folder.appending((isUsable(ownName) ? ownName : "program") + ".plist")

    /// The file of the domain of all programs of the user.
    static let global = folder.appending(".GlobalPreferences.plist")

    /// The folder that the XDG Base Directory Specification names. The broker sets it to `Library/Preferences` of the
    /// container.
    private static let folder: FilePath = {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["XDG_CONFIG_HOME"], path.begins(with: "/") { return FilePath(path) }
        return FilePath(environment["HOME"] ?? NSHomeDirectory()).appending(".config")
    }()

    /// Finds a suite by its name.
    static func suite(_ name: String) -> Suite {
        guard isUsable(name) else {
            return .invalid("There is no suite with an empty name, or one of more than \(nameBytes) bytes or with '/'.")
        }
        guard name != globalDomain, name != ownName else {
            return .invalid("The suite \(name) is part of every search list; use UserDefaults.standard.")
        }
        if let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name) {
            return .file(FilePath(container.path).appending("Library/Preferences/\(name).plist"))
        }
        let isStartedByBroker = ProcessInfo.processInfo.environment[ControlInterface.limitsVariable] != nil
        return isStartedByBroker && name.begins(with: "group.")
            ? .notEntitled : .file(folder.appending(name + ".plist"))
    }

    /// The file of a domain with any name, the program's own one among them; nil if it has none.
    static func domain(_ name: String) -> FilePath? {
        switch name {
        case ownName: return own
        case globalDomain: return global
        default:
            guard case .file(let file) = suite(name) else { return nil }
            return file
        }
    }

    private static func isUsable(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= nameBytes && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
