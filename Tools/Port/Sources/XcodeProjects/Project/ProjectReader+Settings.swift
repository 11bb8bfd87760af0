import AppexModel

/// The content of an xcconfig file.
struct ConfigurationFile {
    var assignments: [SettingAssignment] = []
    var notes: [ProjectNote] = []
}

extension ProjectReader {
    /// The maximum number of configurations of a target.
    private static let maximumConfigurations = 100

    /// Reads the build settings of all configurations of a target.
    ///
    /// - Parameter type: Xcode's name of the product type.
    mutating func readSettings(of object: ProjectObject, into target: inout XcodeTarget, type: String) {
        let own = list(object.string("buildConfigurationList"))
        let common = list(root.string("buildConfigurationList"))
        target.defaultConfiguration = own.defaultName ?? common.defaultName
        let names = own.configurations.isEmpty ? common.configurations.keys.sorted() : own.configurations.keys.sorted()
        for name in names {
            var levels = [defaults(target.name, type: type, configuration: name)]
            var found: [ProjectNote] = []
            for configuration in [common.configurations[name], own.configurations[name]] {
                guard let configuration else { continue }
                let file = baseFile(of: configuration)
                found += file.notes
                levels.append(file.assignments)
                levels.append(assignments(of: configuration))
            }
            var settings = BuildSettings(levels: levels, configuration: name)
            settings.notes = found
            target.settings[name] = settings
        }
    }

    private func list(_ identifier: String?) -> (configurations: [String: ProjectObject], defaultName: String?) {
        guard let list = identifier.flatMap({ objects[$0] }) else { return ([:], nil) }
        var result: [String: ProjectObject] = [:]
        for configuration in list.strings("buildConfigurations").prefix(Self.maximumConfigurations)
            .compactMap({ objects[$0] })
        {
            if let name = configuration.string("name") { result[name] = configuration }
        }
        return (result, list.string("defaultConfigurationName"))
    }

    private mutating func assignments(of configuration: ProjectObject) -> [SettingAssignment] {
        let values = configuration["buildSettings"]?.dictionary ?? [:]
        return values.keys.sorted().compactMap { key in
            let value: String
            switch values[key] {
            case .string(let text): value = text
            case .array(let elements): value = elements.compactMap(\.string).joined(separator: " ")
            default: return nil
            }
            return SettingAssignment(key: key, value: value)
        }
    }

    /// What the xcconfig file contains that a configuration is based on; nothing if it has none.
    private mutating func baseFile(of configuration: ProjectObject) -> ConfigurationFile {
        var path = configuration.string("baseConfigurationReference").flatMap { tree.paths[$0] }
        if path == nil, let anchor = configuration.string("baseConfigurationReferenceAnchor"),
            let relative = configuration.string("baseConfigurationReferenceRelativePath")
        {
            path = tree.paths[anchor].map { ProjectFolder.joining($0, relative) }
        }
        guard let path else { return ConfigurationFile() }
        if let known = configurations[path] { return known }
        var reader = XcconfigReader(in: folder)
        var result = ConfigurationFile()
        do throws(ProjectError) {
            result.assignments = try reader.read(path)
            result.notes = reader.notes
        } catch {
            // Files of CocoaPods are made on each machine, and are usually not in the repository.
            let isOfPods = path.contains("Pods-")
            let remedy =
                isOfPods
                ? "Run \"pod install\" if settings of it are needed."
                : "Its settings are empty; give them by --setting NAME=VALUE or --xcconfig FILE."
            result.notes = [
                ProjectNote(
                    isOfPods ? .note : .warning, file: error.file, line: error.line, "\(error.message) \(remedy)")
            ]
        }
        configurations[path] = result
        return result
    }

    /// What Xcode defines for every target.
    private func defaults(_ target: String, type: String, configuration: String) -> [SettingAssignment] {
        let region = root.string("developmentRegion") ?? "en"
        let isExtension = type.hasSuffix("-extension")
        let values = [
            "ACTION": "build", "AppIdentifierPrefix": "", "CONFIGURATION": configuration, "CURRENT_ARCH": "arm64",
            "CURRENT_PROJECT_VERSION": "1", "DEVELOPMENT_LANGUAGE": region == "English" ? "en" : region,
            "DEVELOPMENT_TEAM": "", "EFFECTIVE_PLATFORM_NAME": "-iphoneos", "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
            "EXECUTABLE_PREFIX": "", "EXECUTABLE_SUFFIX": "", "IPHONEOS_DEPLOYMENT_TARGET": "15.0",
            "MARKETING_VERSION": "1.0", "PLATFORM_NAME": "iphoneos",
            "PRODUCT_BUNDLE_PACKAGE_TYPE": isExtension ? "XPC!" : type.contains("framework") ? "FMWK" : "APPL",
            "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)", "PRODUCT_NAME": "$(TARGET_NAME)",
            "PRODUCT_TYPE": type, "PROJECT": name, "PROJECT_DIR": sourceRoot, "PROJECT_NAME": name,
            "SDKROOT": "iphoneos", "SOURCE_ROOT": sourceRoot, "SRCROOT": sourceRoot,
            "SWIFT_MODULE_NAME": "$(PRODUCT_MODULE_NAME)", "SWIFT_VERSION": "5.0", "TARGETNAME": target,
            "TARGET_NAME": target, "TeamIdentifierPrefix": "",
            "WRAPPER_EXTENSION": isExtension ? "appex" : "app",
        ]
        return values.compactMap { SettingAssignment(key: $0.key, value: $0.value) }
    }
}
