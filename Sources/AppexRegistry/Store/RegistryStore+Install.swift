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
    /// The bundle is copied first and only the copy is looked at, so nobody can change what was
    /// checked. An update gets a new bundle folder; data containers stay as they are, and go only with
    /// extensions that the new version no longer has.
    ///
    /// - Parameter source: the folder `Name.app`; it is not changed and not needed afterwards.
    /// - Returns: what is now installed.
    /// - Throws: ``RegistryError`` with the code `notAnApp`, `forbiddenFile`, `limit`, `manifest`,
    ///   `executable` or `identifierTaken` when the bundle is refused, `files`, `database` or
    ///   `registryDamaged` when the device fails. In every case the state is the one from before.
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

/// One install in progress: what it has made so far, so that it can be unmade.
private struct Installation {
    private let store: RegistryStore
    private let source: FilePath
    private let name: FilePath.Component
    private let container: FilePath.Component
    private var staged: StagedApp?
    private var made: [FilePath] = []
    /// What the state before needed and the new one does not.
    private(set) var superseded: [FilePath] = []
    /// The identifier of the app, once it is known.
    private(set) var identifier: BundleIdentifier

    init(store: RegistryStore, source: FilePath) throws(RegistryError) {
        // Any valid identifier serves until the manifest is read.
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

    /// An identifier stands either for an app or for an extension. Several apps may carry one extension.
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

    /// Makes the containers, moves the copy into place and records it.
    mutating func record() throws(RegistryError) {
        guard let staged else { return }
        let old = store.app(identifier)
        let app = AppRow(
            bundleIdentifier: identifier, bundleContainer: container.string,
            dataContainer: try dataContainer(old?.containerPath, in: layout.appDataContainers), name: name.string,
            displayName: staged.manifest.displayName, shortVersion: staged.manifest.shortVersion,
            version: staged.manifest.version, executable: staged.shape.executable(named: staged.manifest.executable),
            types: DeclaredTypeList.text(
                of: identifier, [staged.manifest.info] + staged.appexes.map(\.manifest.info), limits: store.limits))
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
        }
    }

    /// Says in the log what `appex explain` says too: a rule with a mistake hides its extension without a word.
    private func logRules(of app: StagedApp) {
        for appex in app.appexes {
            let manifest = appex.manifest
            let rule = ActivationRule(attributes: manifest.attributes, point: manifest.extensionPoint)
            var remarks = rule.notes
            if case .unreadable(let error) = rule.form { remarks.insert("It never activates: \(error)", at: 0) }
            guard !remarks.isEmpty else { continue }
            store.logger.warning(
                "the activation rule of an extension is odd",
                metadata: ["extension": "\(manifest.bundleIdentifier)", "remarks": "\(remarks.joined(separator: " "))"])
        }
    }

    /// Brings everything to the disk and gives the copy its final place.
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
                wantsProcessPerRequest: manifest.wantsProcessPerRequest))
    }

    /// The UUID of the container at `kept`, or of one that is made.
    private mutating func dataContainer(_ kept: FilePath?, in parent: FilePath) throws(RegistryError) -> String {
        if let name = kept?.lastComponent { return name.string }
        let uuid = UUID().uuidString
        let path = parent.appending(uuid)
        made.append(path)
        try doing("install \(name), making its container \(path)") { () throws(Errno) in
            guard let component = path.lastComponent else { throw .invalidArgument }
            try DataContainer.make(component, in: store.folders.folder(at: parent))
        }
        return uuid
    }

    /// Removes everything that was made. What cannot be removed is logged, and is garbage that the
    /// next start removes.
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
