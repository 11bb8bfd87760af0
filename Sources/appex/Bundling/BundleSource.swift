import AppexModel

/// A target that becomes a bundle, with its Info.plist as it is written.
struct BundleSource {
    /// The kind of a bundle.
    enum Kind {
        case app
        case appExtension

        /// The package type in the Info.plist.
        var packageType: String {
            switch self {
            case .app: "APPL"
            case .appExtension: "XPC!"
            }
        }

        /// The extension of the bundle's name.
        var fileExtension: String {
            switch self {
            case .app: "app"
            case .appExtension: "appex"
            }
        }

        /// `nil` if a target with this Info.plist becomes neither, because a plain tool can have an Info.plist as well.
        init?(_ manifest: PropertyListValue) {
            guard let entries = manifest.dictionary else {
                self = .app  // Parsing it as a manifest reports the error.
                return
            }
            if ExtensionStyle.allCases.contains(where: { entries[$0.key] != nil }) {
                self = .appExtension
                return
            }
            let variable = BundleSettings.packageType
            guard let type = entries["CFBundlePackageType"]?.string,
                ["APPL", "$(\(variable))", "${\(variable)}"].contains(type)
            else { return nil }
            self = .app
        }
    }

    let target: PackageDescription.Target
    let kind: Kind
    /// The Info.plist, in which variables are not expanded.
    let manifest: PropertyListValue
    /// The path of the Info.plist.
    let file: String

    /// The targets of a package that become bundles, by name.
    ///
    /// - Parameter problems: receives an error for each Info.plist that cannot be read.
    static func all(
        in package: PackageDescription, _ problems: inout [BundlingError],
        _ read: (String) throws(BundlingError) -> PropertyListValue?
    ) -> [BundleSource] {
        var sources: [BundleSource] = []
        for target in package.targets.sorted(by: { $0.name < $1.name }) where target.isExecutable {
            let file = "\(package.path)/\(target.path)/Info.plist"
            do throws(BundlingError) {
                guard let manifest = try read(file), let kind = Kind(manifest) else { continue }
                sources.append(BundleSource(target: target, kind: kind, manifest: manifest, file: file))
            } catch {
                problems.append(error)
            }
        }
        return sources
    }

    /// The mistakes because of which a target with an Info.plist becomes no extension: a misspelt `NSExtension`.
    static func misspelt(
        in package: PackageDescription, _ read: (String) throws(BundlingError) -> PropertyListValue?
    ) -> [BundlingError] {
        package.targets.filter(\.isExecutable).sorted { $0.name < $1.name }.flatMap { target -> [BundlingError] in
            let file = "\(package.path)/\(target.path)/Info.plist"
            // An Info.plist that cannot be read is reported with the bundles.
            guard let manifest = try? read(file), Kind(manifest) == nil, let entries = manifest.dictionary else {
                return []
            }
            return entries.keys.sorted().compactMap { key in
                let question = NearMisses.question(key, among: ExtensionStyle.allCases.map(\.key))
                guard !question.isEmpty else { return nil }
                return .misspeltKey(
                    file: file,
                    sentence: "\(ManifestError.printable(key, limit: 80)) in the Info.plist has no effect.\(question)")
            }
        }
    }
}
