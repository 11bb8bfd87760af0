import AppexActivation
import AppexModel
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
    /// - Returns: the installed app.
    /// - Throws: ``RegistryError`` with the code `notAnApp`, `forbiddenFile`, `limit`, `manifest`, `executable` or
    ///   `identifierTaken` if the bundle is refused; `files`, `database` or `registryDamaged` if the device fails. The
    ///   previous state is kept in every case.
    package func install(appAt source: FilePath) throws(RegistryError) -> InstalledApp {
        try changing { () throws(RegistryError) in
            var installation = try Installation(store: self, source: source)
            do throws(RegistryError) {
                try installation.stage()
                try installation.record()
            } catch {
                installation.undo()
                throw error
            }
            complete(discarding: installation.superseded)
            guard let app = app(installation.identifier) else {
                throw .damaged(layout.registry, "find \(installation.identifier) in the registry")
            }
            return app
        }
    }
}

/// An installation in progress, with the files that it has created, so that it can be undone.
private struct Installation {
    private let store: RegistryStore
    private let source: FilePath
    private let name: FilePath.Component
    private let container: FilePath.Component
    private var staged: StagedApp?
    private var made: [FilePath] = []
    /// The files of the previous state that the new one does not need.
    private(set) var superseded: [FilePath] = []
    /// The identifier of the app, once it is known.
    private(set) var identifier: BundleIdentifier

    init(store: RegistryStore, source: FilePath) throws(RegistryError) {
        // A placeholder until the manifest is read.
        guard let name = source.lastComponent, name.extension == "app", FileNameRule.isValid(name.string),
            let container = FilePath.Component(UUID().uuidString), let unknown = BundleIdentifier(rawValue: "unknown")
        else {
            throw RegistryError(.notAnApp, "cannot install \(source): give a folder whose name ends in .app")
        }
        self.store = store
        self.source = source
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
        let app = try StagedApp(
            name: name.string, in: bundle, appexFolders: copy.appexFolders, limits: store.limits)
        identifier = app.manifest.bundleIdentifier
        try checkIdentifiers(of: app)
        try checkGroups(of: app)
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
        for identifier in [identifier] + app.appexes.map(\.manifest.bundleIdentifier) {
            let owner: String
            if identifier == self.identifier {
                guard let appex = store.appex(identifier) else { continue }
                owner = "an extension of \(appex.appIdentifier)"
            } else {
                guard store.app(identifier) != nil else { continue }
                owner = "an app"
            }
            throw RegistryError(
                .identifierTaken,
                "cannot install \(name): the identifier \(identifier) belongs to \(owner), uninstall that first")
        }
    }

    /// Checks that no other app has a group of this one. Nothing proves that two apps have the same author, so a group is
    /// shared only by an app and its extensions.
    private func checkGroups(of app: StagedApp) throws(RegistryError) {
        for group in app.groups {
            guard let owner = store.index.owner(of: group), owner != identifier else { continue }
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
            let kept = old?.groups.first { $0.identifier == group }?.containerPath
            let uuid = try dataContainer(kept, in: layout.groupContainers, DataContainer.makeShared)
            groups.append(GroupRow(identifier: group, container: uuid))
        }
        let app = AppRow(
            bundleIdentifier: identifier, bundleContainer: container.string,
            dataContainer: try dataContainer(old?.containerPath, in: layout.appDataContainers), name: name.string,
            displayName: staged.manifest.displayName, shortVersion: staged.manifest.shortVersion,
            version: staged.manifest.version, executable: staged.shape.executable(named: staged.manifest.executable),
            types: DeclaredTypeList.text(
                of: identifier, [staged.manifest.info] + staged.appexes.map(\.manifest.info), limits: store.limits),
            groups: groups, memberships: staged.entitlements.groups)
        var appexes: [(row: AppexRow, attributes: [UInt8])] = []
        for appex in staged.appexes {
            let kept = old?.extensions.first { $0.bundleIdentifier == appex.manifest.bundleIdentifier }?.containerPath
            let row = row(appex, container: try dataContainer(kept, in: layout.extensionDataContainers))
            appexes.append((row, PropertyListValue.dictionary(appex.manifest.attributes).xmlBytes()))
        }
        try store.step(.containersMade)
        try move()
        try store.commit { (beforeCommit) throws(RegistryError) in
            try store.database.replace(app, appexes: appexes, beforeCommit: beforeCommit)
        }
        made = []
        logRules(of: staged)
        if let old {
            let kept = Set(staged.appexes.map(\.manifest.bundleIdentifier))
            superseded = [old.bundlePath.removingLastComponent()]
            superseded += old.extensions.filter { !kept.contains($0.bundleIdentifier) }.map(\.containerPath)
            superseded += old.groups.filter { !staged.groups.contains($0.identifier) }.map(\.containerPath)
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
                wantsProcessPerRequest: manifest.wantsProcessPerRequest), memberships: appex.entitlements.groups)
    }

    /// The UUID of the container at `kept`, or of a new one that `make` creates.
    private mutating func dataContainer(
        _ kept: FilePath?, in parent: FilePath,
        _ make: (FilePath.Component, borrowing Folder) throws(Errno) -> Void = DataContainer.make
    ) throws(RegistryError) -> String {
        if let name = kept?.lastComponent { return name.string }
        let uuid = UUID().uuidString
        let path = parent.appending(uuid)
        made.append(path)
        try doing("install \(name), making its container \(path)") { () throws(Errno) in
            guard let component = path.lastComponent else { throw .invalidArgument }
            try make(component, store.folders.folder(at: parent))
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
