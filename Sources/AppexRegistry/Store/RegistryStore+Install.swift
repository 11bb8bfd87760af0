import AppexActivation
import AppexModel
package import AppexSigning
import AppexSystem
import FoundationEssentials
import Glibc
import Logging
package import SystemPackage

extension RegistryStore {
    /// Installs an app from its bundle, or updates the one with the same identifier.
    ///
    /// The bundle is copied first, and the copy is validated, so that it cannot be changed afterwards. An update
    /// creates a new bundle folder. Data containers are kept, except those of extensions that the new version no longer
    /// has.
    ///
    /// - Parameter source: the folder `Name.app`, which is not changed and not needed afterwards.
    /// - Parameter seal: the signature that the copy must fit; nil to install an app that is not signed, or whose signature
    ///   does not matter.
    /// - Parameter replacing: whether an app of another signer, or a newer version, is replaced.
    /// - Parameter superseded: receives the containers of bundles, data and groups that are no longer needed, and have to be removed
    ///   with ``discard(_:)``. They may be those of running processes, from which an update takes no file, and need not wait for one
    ///   that creates files all the time. With nil they are removed at once.
    /// - Returns: the installed app.
    /// - Throws: ``RegistryError`` with the code `notAnApp`, `forbiddenFile`, `limit`, `manifest`, `executable`, `signature`,
    ///   `olderVersion` or `identifierTaken` if the bundle is refused; `files`, `database` or `registryDamaged` if the device fails. The
    ///   previous state is kept in every case.
    package func install(
        appAt source: FilePath, seal: VerifiedSeal?, replacing: Bool, superseded: (([FilePath]) -> Void)? = nil
    ) throws(RegistryError) -> InstalledApp {
        try changing { () throws(RegistryError) in
            var installation = try Installation(store: self, source: source, seal: seal, isReplacing: replacing)
            do throws(RegistryError) {
                try installation.stage()
                try installation.record()
            } catch {
                installation.undo()
                throw error
            }
            complete(discarding: superseded == nil ? installation.superseded : [])
            superseded?(installation.superseded)
            guard let app = app(installation.identifier) else {
                throw .damaged(layout.registry, "find \(installation.identifier) in the registry")
            }
            return app
        }
    }
}

extension RegistryStore {
    /// Removes a container that was kept when its app was updated, because a process was using it. Does nothing if an installed
    /// app has it, or if it has been removed. Failures are logged; the next start tries again.
    package func discard(_ container: FilePath) throws(RegistryError) {
        try changing { () throws(RegistryError) in
            guard !containers.contains(container) else { return }
            complete(discarding: [container])
        }
    }

    /// The containers of everything that is installed.
    private var containers: Set<FilePath> {
        let apps = (0..<index.appCount).compactMap(index.app)
        return Set(
            apps.flatMap { app in
                [app.bundlePath.removingLastComponent(), app.containerPath] + app.extensions.map(\.containerPath)
                    + app.groups.map(\.containerPath)
            })
    }
}

/// An installation in progress, with the files that it has created, so that it can be undone.
private struct Installation {
    private let store: RegistryStore
    private let source: FilePath
    private let seal: VerifiedSeal?
    private let isReplacing: Bool
    private let name: FilePath.Component
    private let container: FilePath.Component
    private var staged: StagedApp?
    private var made: [FilePath] = []
    /// The files of the previous state that the new one does not need.
    private(set) var superseded: [FilePath] = []
    /// The identifier of the app, once it is known.
    private(set) var identifier: BundleIdentifier

    init(
        store: RegistryStore, source: FilePath, seal: VerifiedSeal?, isReplacing: Bool
    ) throws(RegistryError) {
        // A placeholder until the manifest is read.
        guard let name = source.lastComponent, name.extension == "app", FileNameRule.isValid(name.string),
            let container = FilePath.Component(UUID().uuidString), let unknown = BundleIdentifier(rawValue: "unknown")
        else {
            throw RegistryError(.notAnApp, "cannot install \(source): give a folder whose name ends in .app")
        }
        self.store = store
        self.source = source
        self.seal = seal
        self.isReplacing = isReplacing
        self.name = name
        self.container = container
        identifier = unknown
    }

    private var layout: DeviceLayout { store.layout }

    /// Copies the bundle into the staging folder and checks the copy.
    mutating func stage() throws(RegistryError) {
        let folder = try openSource()
        let bundle = try doing("install \(name), staging it") { () throws(Errno) in
            let staging = try store.folders.folder(at: layout.staging)
            try staging.makeFolder(container, mode: S_IRWXU)
            let stage = try staging.folder(container)
            try stage.makeFolder(name, mode: 0o755)
            return try stage.folder(name)
        }
        made.append(layout.staging.appending(container))
        try store.step(.stagingMade)
        var copy = BundleCopy(bundle: name.string, limits: store.limits)
        try copy.copy(folder, to: bundle)
        try store.step(.copied)
        do throws(SigningError) {
            try seal?.check(copy.files)
        } catch {
            throw RegistryError(signing: error)
        }
        let app = try StagedApp(
            name: name.string, in: bundle, files: copy.files, code: copy.code, appexFolders: copy.appexFolders,
            limits: store.limits, runtimes: store.runtimes)
        identifier = app.manifest.bundleIdentifier
        try checkSigner(of: app)
        try checkIdentifiers(of: app)
        try checkGroups(of: app)
        try doing("install \(name), describing its container") { () throws(Errno) in
            try DataContainer(kind: .bundle, identifier: identifier.rawValue).make(
                container, in: store.folders.folder(at: layout.staging))
        }
        staged = app
        try store.step(.validated)
    }

    private func openSource() throws(RegistryError) -> Folder {
        do throws(Errno) {
            return try Folder(at: source)
        } catch {
            let reason = error == .noSuchFileOrDirectory ? "there is nothing" : "it cannot be opened as a folder"
            throw RegistryError(
                .notAnApp, "cannot install \(source): \(reason), give the folder of an app", cause: error)
        }
    }

    /// Checks that no identifier is used by both an app and an extension. Several apps may contain the same extension.
    private func checkIdentifiers(of app: StagedApp) throws(RegistryError) {
        let shared = store.app(identifier)?.extensions.map(\.bundleIdentifier) ?? []
        for identifier in [identifier] + app.appexes.map(\.manifest.bundleIdentifier) {
            let owner: String
            if identifier == self.identifier {
                guard let appex = store.appex(identifier) else { continue }
                owner = "an extension of \(appex.appIdentifier)"
            } else if store.app(identifier) != nil {
                owner = "an app"
            } else if let other = store.index.copies(of: identifier).map(\.appIdentifier).first(where: {
                isForeign($0) && !(shared.contains(identifier) && keepsSharing($0))
            }) {
                owner = "the app \(other), which is of a different maker"
            } else {
                continue
            }
            throw RegistryError(
                .identifierTaken,
                "cannot install \(name): the identifier \(identifier) belongs to \(owner), uninstall that first")
        }
    }

    /// Whether another app is of another maker than this one.
    private func isForeign(_ app: BundleIdentifier) -> Bool {
        app != identifier && !Signer.isSameMaker(maker(of: store.app(app)), seal?.signer)
    }

    /// The maker of an installed app, as it is when this one is recorded: the signer in place of the certificate that the signer
    /// continues.
    private func maker(of app: InstalledApp?) -> Signer? {
        guard let seal, let predecessor = seal.predecessor, predecessor.isSameMaker(as: app?.signer) else {
            return app?.signer
        }
        return seal.signer
    }

    /// Whether this app goes on sharing with another app what its installed version shares with it, although the other one is still
    /// signed with a certificate. The apps of a certificate can be replaced only one after the other, and whoever replaces one gives
    /// its maker what it shares, but nothing else of the others.
    ///
    /// - Precondition: ``checkSigner(of:)`` has accepted this app in the place of its installed version.
    private func keepsSharing(_ app: BundleIdentifier) -> Bool {
        guard let new = seal?.signer, let old = store.app(identifier)?.signer, let other = store.app(app)?.signer else {
            return false
        }
        return other.isOfCertificate && (old.isSameMaker(as: other) || old.isSameMaker(as: new))
    }

    /// Checks that the app is of the maker that it was installed from before, not older than what is installed, and claims no
    /// other team than that of its signer.
    private func checkSigner(of app: StagedApp) throws(RegistryError) {
        if let signer = seal?.signer, let team = app.teams.first(where: { $0 != signer.team }) {
            throw RegistryError(
                .signature,
                "cannot install \(name): its entitlements claim the team \(team), and it is signed by the team "
                    + "\(signer.team); remove the key from the entitlements")
        }
        guard let old = store.app(identifier), !isReplacing else { return }
        guard Signer.isSameMaker(maker(of: old), seal?.signer) else {
            throw RegistryError(
                .signature,
                "cannot install \(name): \(identifier) is installed, signed by \(Self.shown(old.signer)), and this app is signed "
                    + "by \(Self.shown(seal?.signer)); if you trust it with the data of that app, use --replace")
        }
        guard Self.isOlder(app.manifest, than: old) else { return }
        throw RegistryError(
            .olderVersion,
            "cannot install \(name): version \(Self.shown(old.shortVersion, old.version)) of \(identifier) is installed, and "
                + "this is version \(Self.shown(app.manifest.shortVersion, app.manifest.version)); use --replace to go back"
        )
    }

    private static func shown(_ signer: Signer?) -> String {
        guard let signer else { return "nobody" }
        return signer.isOfCertificate
            ? "\(signer.name) with a certificate, as earlier versions did" : "\(signer.name) (team \(signer.team))"
    }

    private static func shown(_ version: String?, _ build: String?) -> String {
        build == nil || build == version ? version ?? "unknown" : "\(version ?? "unknown") (\(build ?? ""))"
    }

    /// Whether an app has a smaller version than the one that is installed, or the same one and a smaller build number.
    private static func isOlder(_ new: AppManifest, than old: InstalledApp) -> Bool {
        let numbers = [(new.shortVersion, old.shortVersion), (new.version, old.version)]
        for (new, old) in numbers.map({ (DottedVersion($0 ?? ""), DottedVersion($1 ?? "")) }) where new != old {
            return new < old
        }
        return false
    }

    /// Checks that the groups of this app belong to no app of another maker. Only a signature proves that two apps have the same
    /// maker; without one a group is shared by one app and its extensions.
    private func checkGroups(of app: StagedApp) throws(RegistryError) {
        let shared = store.app(identifier)?.groups.map(\.identifier) ?? []
        for group in app.groups {
            let others = store.index.members(of: group).filter {
                $0.bundleIdentifier != identifier && ($0.signer == nil || isForeign($0.bundleIdentifier))
            }
            guard
                let owner = others.map(\.bundleIdentifier).first(where: {
                    !(shared.contains(group) && keepsSharing($0))
                })
            else { continue }
            throw RegistryError(
                .identifierTaken,
                "cannot install \(name): the group \(group) belongs to the app \(owner); use an identifier of your own, "
                    + "such as group.\(identifier)")
        }
    }

    /// Creates the containers, moves the copy to its place and records it.
    mutating func record() throws(RegistryError) {
        guard let staged else { return }
        let old = store.app(identifier)
        var groups: [GroupRow] = []
        for group in staged.groups {
            let known = store.index.members(of: group).first?.groups.first { $0.identifier == group }?.container
            let kept = known.map { layout.groupContainers.appending($0) }
            let uuid = try dataContainer(DataContainer(kind: .group, identifier: group.rawValue), kept: kept)
            groups.append(GroupRow(identifier: group, container: uuid))
        }
        let app = AppRow(
            bundleIdentifier: identifier, bundleContainer: container.string,
            dataContainer: try dataContainer(
                DataContainer(kind: .appData, identifier: identifier.rawValue), kept: old?.containerPath),
            name: name.string,
            displayName: staged.manifest.displayName, shortVersion: staged.manifest.shortVersion,
            version: staged.manifest.version, executable: staged.shape.executable(named: staged.manifest.executable),
            types: DeclaredTypeList.text(
                of: identifier, [staged.manifest.info] + staged.appexes.map(\.manifest.info), limits: store.limits),
            groups: groups, memberships: staged.entitlements.groups, signer: seal?.signer, program: staged.program,
            network: staged.entitlements.network, runtime: staged.runtime)
        var appexes: [(row: AppexRow, attributes: [UInt8])] = []
        for appex in staged.appexes {
            let kept = old?.extensions.first { $0.bundleIdentifier == appex.manifest.bundleIdentifier }?.containerPath
            let data = DataContainer(kind: .extensionData, identifier: appex.manifest.bundleIdentifier.rawValue)
            let row = row(appex, container: try dataContainer(data, kept: kept))
            appexes.append((row, PropertyListValue.dictionary(appex.manifest.attributes).xmlBytes()))
        }
        try store.step(.containersMade)
        try move()
        try store.commit { (beforeCommit) throws(RegistryError) in
            try store.database.replace(
                app, appexes: appexes, continuing: seal?.predecessor, beforeCommit: beforeCommit)
        }
        made = []
        logRules(of: staged)
        if let old {
            let kept = Set(staged.appexes.map(\.manifest.bundleIdentifier))
            superseded = [old.bundlePath.removingLastComponent()]
            superseded += old.extensions.filter { !kept.contains($0.bundleIdentifier) }.map(\.containerPath)
            superseded += store.unused(old.groups).map(\.containerPath)
        }
    }

    /// Logs problems of activation rules, which `appex explain` also shows, because a faulty rule hides its extension
    /// without any other sign.
    private func logRules(of app: StagedApp) {
        for appex in app.appexes {
            let manifest = appex.manifest
            let rule = ActivationRule(attributes: manifest.attributes, point: manifest.extensionPoint)
            var remarks = rule.notes
            if case .unreadable(let error) = rule.form { remarks.insert("It never activates: \(error)", at: 0) }
            guard !remarks.isEmpty else { continue }
            store.logger.warning(
                "the activation rule of an extension has problems",
                metadata: ["extension": "\(manifest.bundleIdentifier)", "remarks": "\(remarks.joined(separator: " "))"])
        }
    }

    /// Writes everything to disk, and moves the copy to its final place.
    private mutating func move() throws(RegistryError) {
        let what = "install \(name), moving it into place"
        let staging = try doing(what) { () throws(Errno) in try store.folders.folder(at: layout.staging) }
        try doing(what) { () throws(Errno) in try staging.syncFileSystem() }
        try store.step(.synced)
        made.append(layout.bundleContainers.appending(container))
        try doing(what) { () throws(Errno) in
            let target = try store.folders.folder(at: layout.bundleContainers)
            try staging.move(container, to: target, as: container)
            try target.sync()
        }
        try store.step(.moved)
    }

    private func row(_ appex: StagedAppex, container: String) -> AppexRow {
        let manifest = appex.manifest
        return AppexRow(
            number: 0, bundleIdentifier: manifest.bundleIdentifier, appIdentifier: identifier, dataContainer: container,
            path: appex.path.string, displayName: manifest.displayName, shortVersion: manifest.shortVersion,
            version: manifest.version, minimumOSVersion: manifest.minimumOSVersion,
            executable: appex.shape.executable(named: manifest.executable),
            declaration: DeclarationRow(
                style: manifest.style, point: manifest.extensionPoint, pointVersion: manifest.pointVersion,
                principalClass: manifest.principalClass, mainStoryboard: manifest.mainStoryboard,
                wantsProcessPerRequest: manifest.wantsProcessPerRequest), memberships: appex.entitlements.groups,
            program: appex.program, network: appex.entitlements.network, runtime: appex.runtime)
    }

    /// The UUID of the container at `kept`, or of a new one.
    private mutating func dataContainer(_ new: DataContainer, kept: FilePath?) throws(RegistryError) -> String {
        if let name = kept?.lastComponent { return name.string }
        let uuid = UUID().uuidString
        let parent = layout.containers(of: new.kind)
        let path = parent.appending(uuid)
        made.append(path)
        try doing("install \(name), making its container \(path)") { () throws(Errno) in
            guard let component = path.lastComponent else { throw .invalidArgument }
            try new.make(component, in: store.folders.folder(at: parent))
        }
        return uuid
    }

    /// Removes everything that was created. A failure is logged, and the next start removes the rest.
    func undo() {
        do throws(RegistryError) {
            try store.retire(made)
            try store.purgeStaging()
        } catch {
            store.logger.warning(
                "could not delete an app that was not installed, the next start tries again",
                metadata: ["reason": "\(error)"])
        }
    }
}
