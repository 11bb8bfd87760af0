import AppexModel

extension BundlePlan {
    /// A library that the programs of an app share: a dynamic library product of the package.
    ///
    /// It becomes the bundle `NAME.framework` in the app's folder `Frameworks`, from which `Bundle(for:)` knows its resources.
    struct Framework: Equatable {
        /// The name of the product.
        let name: String
        /// The targets of the product.
        let targets: [String]
        /// The folders of the targets, which can contain resources.
        let folders: [String]
        /// The names of the frameworks that this one uses.
        let uses: [String]

        /// The name of the folder in an app that contains its frameworks.
        static let folder = "Frameworks"

        /// The name of the bundle's folder.
        var bundle: String { "\(name).framework" }
        /// The name of the library in it.
        var library: String { "lib\(name).so" }

        /// The Info.plist of the bundle, without which `Bundle(for:)` does not recognize it.
        func manifest(in app: Bundle) -> PropertyListValue {
            let label = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
            let values = [
                "CFBundleExecutable": library, "CFBundleIdentifier": "\(app.identifier.rawValue).\(label)",
                "CFBundleInfoDictionaryVersion": "6.0", "CFBundleName": name, "CFBundlePackageType": "FMWK",
                "CFBundleShortVersionString": app.shortVersion, "CFBundleVersion": app.version,
            ]
            return .dictionary(values.compactMapValues { $0.map(PropertyListValue.string) })
        }
    }
}

extension PackageDescription {
    /// The frameworks that some targets use, each after those that it uses itself.
    ///
    /// - Throws: ``BundlingError/frameworkCycle(_:_:)``.
    func frameworks(of targets: [String]) throws(BundlingError) -> [BundlePlan.Framework] {
        let libraries = products.filter(\.isDynamicLibrary).map { ($0, closure(of: $0.targets)) }
        let used = closure(of: targets)
        func uses(_ library: Product, _ closure: Set<String>) -> [String] {
            libraries.map(\.0).filter { $0.name != library.name && !closure.isDisjoint(with: $0.targets) }
                .map(\.name).sorted()
        }
        let frameworks = libraries.filter { !used.isDisjoint(with: $0.0.targets) }.map { library, closure in
            BundlePlan.Framework(
                name: library.name, targets: library.targets,
                folders: self.targets.filter { library.targets.contains($0.name) }.map { "\(path)/\($0.path)" },
                uses: uses(library, closure))
        }
        for framework in frameworks {
            for other in frameworks where framework.uses.contains(other.name) && other.uses.contains(framework.name) {
                throw .frameworkCycle(framework.name, other.name)
            }
        }
        // What a framework uses, it uses indirectly as well, so this is an order of dependencies.
        return frameworks.sorted { ($0.uses.count, $0.name) < ($1.uses.count, $1.name) }
    }
}
