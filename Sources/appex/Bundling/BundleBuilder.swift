import AppexModel

/// Makes the description of each bundle of a package, and collects what prevents it.
struct BundleBuilder {
    let package: PackageDescription
    let settings: UserBuildSettings
    /// Reads the property list at a path; nil if the file does not exist.
    let propertyList: (String) throws(BundlingError) -> PropertyListValue?

    /// The bundles of some targets.
    ///
    /// - Parameter app: the app that contains extensions; nil for apps.
    /// - Parameter isOnly: whether the package has one app.
    /// - Parameter problems: receives all errors; a target with an error has no bundle in the result.
    func bundles(
        of sources: [BundleSource], in app: BundlePlan.Bundle?, isOnly: Bool, _ problems: inout [BundlingError]
    ) -> [BundlePlan.Bundle] {
        sources.compactMap { source in
            do throws(BundlingError) {
                return try bundle(of: source, in: app, isOnly: isOnly)
            } catch {
                problems += error.parts
                return nil
            }
        }
    }

    private func bundle(
        of source: BundleSource, in app: BundlePlan.Bundle?, isOnly: Bool
    ) throws(BundlingError) -> BundlePlan.Bundle {
        let target = source.target
        guard let product = package.product(of: target) else { throw .noProduct(target: target.name) }
        let variables = try refusingManifestErrors { () throws(ManifestError) in
            try BundleSettings(
                of: source, product: product, in: package, app: app, isOnly: isOnly, settings
            ).variables(file: source.file)
        }
        var problems: [BundlingError] = []
        let folder = "\(package.path)/\(target.path)"
        let manifest = manifest(of: source, variables, &problems)
        let isExtension = source.kind == .appExtension
        let common = try? isExtension ? nil : AppManifest(manifest, file: source.file).bundle
        let appex = try? isExtension ? AppexManifest(manifest, file: source.file) : nil
        let entitlements = expanded("\(folder)/\(target.name).entitlements", variables, &problems) {
            list, file throws(ManifestError) in
            _ = try Entitlements(list, file: file)
        }
        let points =
            isExtension
            ? nil
            : expanded("\(folder)/\(target.name).\(PointDeclaration.fileExtension)", variables, &problems) {
                list, file throws(ManifestError) in
                guard let common else { return }
                _ = try PointDeclaration.points(in: list, of: common.bundleIdentifier, file: file)
            }
        if let error = BundlingError(problems) { throw error }
        guard let bundle = common ?? appex?.bundle else { throw .noProduct(target: target.name) }
        return BundlePlan.Bundle(
            target: target.name, module: target.c99name, product: product, folder: folder, manifest: manifest,
            entitlements: entitlements, points: points, identifier: bundle.bundleIdentifier,
            executable: bundle.executable, version: bundle.version, shortVersion: bundle.shortVersion,
            style: appex?.style, resourceBundles: package.resourceBundles(of: target),
            frameworks: try package.frameworks(of: [target.name]).map(\.name),
            dependencies: package.dependencyFolders(of: target))
    }

    /// The Info.plist of a bundle: with the keys that every build adds, and with variables expanded.
    private func manifest(
        of source: BundleSource, _ variables: BuildVariables, _ problems: inout [BundlingError]
    ) -> PropertyListValue {
        var found: [ManifestError] = []
        var manifest = source.manifest
        if case .dictionary(var entries) = source.manifest {
            let added = [
                "CFBundleExecutable": "$(EXECUTABLE_NAME)", "CFBundleIdentifier": "$(\(BundleSettings.identifier))",
                "CFBundleInfoDictionaryVersion": "6.0", "CFBundleName": "$(PRODUCT_NAME)",
                "CFBundlePackageType": source.kind.packageType, "CFBundleShortVersionString": "$(MARKETING_VERSION)",
                "CFBundleVersion": "$(CURRENT_PROJECT_VERSION)",
                BundleAssembler.markerKey: BundleAssembler.markerValue,
            ]
            entries.merge(added.mapValues(PropertyListValue.string)) { written, _ in written }
            manifest = variables.expanding(.dictionary(entries), file: source.file, problems: &found)
        }
        found += ManifestProblems.all(
            in: manifest, file: source.file, isExtension: source.kind == .appExtension, known: found)
        problems += found.map(BundlingError.manifest)
        return manifest
    }

    /// A property list beside the Info.plist, with its variables expanded; nil if the file does not exist or has problems.
    private func expanded(
        _ file: String, _ variables: BuildVariables, _ problems: inout [BundlingError],
        check: (PropertyListValue, String) throws(ManifestError) -> Void
    ) -> PropertyListValue? {
        var found: [ManifestError] = []
        do throws(BundlingError) {
            guard let source = try propertyList(file) else { return nil }
            let list = variables.expanding(source, file: file, problems: &found)
            guard found.isEmpty else {
                problems += found.map(BundlingError.manifest)
                return nil
            }
            try refusingManifestErrors { () throws(ManifestError) in try check(list, file) }
            return list
        } catch {
            problems.append(error)
            return nil
        }
    }
}
