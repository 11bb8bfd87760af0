/// Which side of the system a module is on. The two sides meet only in the messages of AppexProtocol.
enum Side {
    /// Used by both sides.
    case shared
    /// Owns a device: registry, sandbox, broker. Imports no Open… module but OpenUniformTypeIdentifiers.
    case broker
    /// Linked by hosts and extensions. Imports nothing of the broker's side.
    case client
}

/// What one folder of `Sources/` may import.
struct ModuleRule {
    let layer: Int
    let side: Side
    /// Modules of other packages and of the system, beside the standard library and the C library.
    var outside: Set<String> = []
    /// Whether other packages may import it, so that it has public declarations.
    var isForUsers = false
}

/// The layers: a module imports modules of lower layers only, never of its own.
enum LayerTable {
    /// Every module below `Sources/`. A new one needs a row here, and a reason to be a module of its own.
    static let rules: [String: ModuleRule] = [
        "CAppexShims": ModuleRule(layer: 0, side: .shared),
        "CVipsShims": ModuleRule(layer: 0, side: .shared),
        "CCryptoShims": ModuleRule(layer: 0, side: .shared),
        "CLauncherProtocol": ModuleRule(layer: 0, side: .broker),
        "CSandbox": ModuleRule(layer: 0, side: .broker),
        "CSeccomp": ModuleRule(layer: 0, side: .broker),
        // A module of its own, because the generator of entry points needs nothing else.
        "AppexManifest": ModuleRule(layer: 0, side: .shared),
        "AppexSystem": ModuleRule(layer: 1, side: .shared, outside: ["SystemPackage"]),
        "AppexWire": ModuleRule(layer: 2, side: .shared, outside: ["SystemPackage", "Logging"]),
        "AppexDecoding": ModuleRule(layer: 2, side: .shared, outside: ["SystemPackage"]),
        "AppexPictures": ModuleRule(layer: 2, side: .shared),
        "AppexModel": ModuleRule(layer: 2, side: .shared, outside: ["SystemPackage"]),
        // A module of its own, because a plug-in's program and the command line write the same source.
        "AppexEntryPoint": ModuleRule(layer: 2, side: .shared),
        "OpenUniformTypeIdentifiers": ModuleRule(
            layer: 2, side: .shared, outside: ["SystemPackage"], isForUsers: true),
        "OpenViewTree": ModuleRule(layer: 2, side: .shared, isForUsers: true),
        "AppexPredicates": ModuleRule(layer: 2, side: .shared, outside: ["Foundation"]),
        // A module of its own, because the command line writes what extensions read.
        "AppexInterfaces": ModuleRule(layer: 2, side: .shared),
        "AppexProtocol": ModuleRule(layer: 3, side: .shared),
        "AppexActivation": ModuleRule(layer: 3, side: .shared),
        // A module of its own, because the command line signs and the registry verifies.
        "AppexSigning": ModuleRule(layer: 3, side: .shared, outside: ["SystemPackage"]),
        // A module of its own, because the command line installs what the broker starts.
        "AppexRuntimes": ModuleRule(layer: 4, side: .shared, outside: ["SystemPackage"]),
        "AppexRegistry": ModuleRule(layer: 5, side: .broker, outside: ["SystemPackage", "Logging", "GRDB"]),
        "AppexSandbox": ModuleRule(layer: 4, side: .broker, outside: ["SystemPackage", "Logging"]),
        "OpenFoundation": ModuleRule(layer: 4, side: .client, outside: ["SystemPackage"], isForUsers: true),
        // Modules of their own, because few extensions need them.
        "OpenCoreLocation": ModuleRule(layer: 5, side: .client, isForUsers: true),
        "OpenWatchConnectivity": ModuleRule(layer: 5, side: .client, isForUsers: true),
        // A module of its own, because the name Logger would clash with that of swift-log.
        "OpenOSLog": ModuleRule(layer: 5, side: .client, outside: ["Logging"], isForUsers: true),
        "OpenExtensionFoundation": ModuleRule(
            layer: 5, side: .client, outside: ["SystemPackage", "Logging"], isForUsers: true),
        "AppexBroker": ModuleRule(layer: 6, side: .broker, outside: ["SystemPackage", "Logging", "CoreMetrics"]),
        "OpenExtensionKit": ModuleRule(layer: 6, side: .client, outside: ["SystemPackage"], isForUsers: true),
        "OpenUIKit": ModuleRule(layer: 6, side: .client, isForUsers: true),
        // A module of its own, because only photo editing extensions need it.
        "OpenPhotosUI": ModuleRule(layer: 7, side: .client, isForUsers: true),
        "ExtensionTesting": ModuleRule(layer: 7, side: .client, outside: ["SystemPackage"], isForUsers: true),
        "AppexTerminal": ModuleRule(layer: 7, side: .client, outside: ["SystemPackage"]),
        // A module of its own, because two programs show views in a browser.
        "AppexPages": ModuleRule(layer: 7, side: .client, outside: ["SystemPackage"]),
        "appexd": ModuleRule(
            layer: 8, side: .broker,
            outside: ["SystemPackage", "Logging", "ArgumentParser", "ServiceLifecycle", "UnixSignals"]),
        "appex": ModuleRule(layer: 8, side: .client, outside: ["SystemPackage", "ArgumentParser", "Subprocess"]),
        "appex-web": ModuleRule(
            layer: 8, side: .client, outside: ["SystemPackage", "ArgumentParser", "FlyingFox", "FlyingSocks"]),
        "appex-browser": ModuleRule(layer: 8, side: .client, outside: ["SystemPackage", "ArgumentParser"]),
        "appex-entry-point": ModuleRule(layer: 8, side: .shared),
        "appex-launch": ModuleRule(layer: 8, side: .broker),
        "appex-runtime": ModuleRule(layer: 8, side: .broker),
        "appex-decode": ModuleRule(layer: 8, side: .shared, outside: ["SystemPackage"]),
    ]

    /// Modules that come with every Swift toolchain and cost nothing to load.
    static let standardLibrary: Set<String> = [
        "Swift", "Synchronization", "Glibc", "Musl", "Dispatch", "RegexBuilder",
    ]

    /// The highest layer that stays free of Foundation, which makes a cold start slow: FoundationEssentials at most.
    static let highestLayerWithoutFoundation = 3

    /// Why `module` may not import `imported`, or `nil` if it may.
    static func objection(to imported: String, in module: String) -> String? {
        guard let rule = rules[module] else { return "\(module) has no row in LayerTable.rules" }
        if standardLibrary.contains(imported) || rule.outside.contains(imported) { return nil }
        switch imported {
        case "FoundationEssentials":
            return nil
        case "Foundation", "CoreFoundation":
            return rule.layer > highestLayerWithoutFoundation
                ? nil
                : "layers 0 to \(highestLayerWithoutFoundation) stay free of Foundation; FoundationEssentials will do"
        default:
            break
        }
        guard let other = rules[imported] else {
            return "it is not among the modules of other packages that \(module) may use"
        }
        if other.layer >= rule.layer {
            return "\(module) is in layer \(rule.layer) and \(imported) in layer \(other.layer); import only downwards"
        }
        switch (rule.side, other.side) {
        case (.broker, .client): return "the broker's side never imports what hosts and extensions link"
        case (.client, .broker): return "what hosts and extensions link never imports the broker's side"
        case (.shared, .broker), (.shared, .client): return "a module of both sides imports only such modules"
        default: return nil
        }
    }
}
