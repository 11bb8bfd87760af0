package import AppexModel
import AppexSigning
import AppexSystem
import Glibc
package import SystemPackage

/// The runtimes that were installed on a device.
///
/// Changes are made under a lock. A runtime is complete as soon as it has its name, and what a process has left behind that was
/// killed is removed by the next change.
package struct RuntimeStore: Sendable {
    /// The device.
    package let layout: DeviceLayout

    /// The names of the lock, of a runtime that is not complete yet, and of one that is being removed. They are no identifiers.
    private static let lock = ".lock"
    private static let new: FilePath.Component = ".new"
    private static let old: FilePath.Component = ".old"
    /// The maximum number of entries of the folder.
    private static let entryLimit = 10_000

    /// - Parameter layout: the device's paths.
    package init(layout: DeviceLayout) {
        self.layout = layout
    }

    /// The identifiers of the device's own runtimes, sorted.
    package func identifiers() -> [RuntimeIdentifier] {
        names().filter { identifier in
            (try? RuntimeManifest(ofRuntimeAt: layout.runtimes.appending(identifier.rawValue))) != nil
        }
    }

    /// The names of all folders that can be runtimes, damaged ones too, sorted.
    private func names() -> [RuntimeIdentifier] {
        // A device without the folder has no runtimes.
        let names = (try? Folder(at: layout.runtimes).names(limit: Self.entryLimit)) ?? []
        return names.map(\.string).sorted().compactMap { RuntimeIdentifier(rawValue: $0) }.filter { identifier in
            var status = stat()
            return lstat(layout.runtimes.appending(identifier.rawValue).string, &status) == 0
                && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// Installs a runtime, or replaces one with the same identifier and different files. Blocks.
    ///
    /// - Parameter source: the folder of the runtime, which is untrusted.
    /// - Returns: the runtime's description, and whether it was not there yet.
    /// - Throws: ``RuntimeError``. The runtimes of the device are as before then.
    package func install(_ source: FilePath) throws(RuntimeError) -> (manifest: RuntimeManifest, isNew: Bool) {
        let manifest = try RuntimeManifest(ofRuntimeAt: source)
        let seal = try RuntimeSeal(ofRuntimeAt: source)
        try seal.checkSize()
        let identifier = manifest.identifier
        guard manifest.architecture == RuntimeManifest.machine else {
            throw RuntimeError(
                .invalid,
                "The runtime \(identifier) is for \(ManifestError.printable(manifest.architecture, limit: 40)) and this machine "
                    + "is \(RuntimeManifest.machine); install one that was built for it.")
        }
        return try changing("install the runtime \(identifier)") { runtimes throws(RuntimeError) in
            let place = layout.runtimes.appending(identifier.rawValue)
            if let installed = try? RuntimeSeal(ofRuntimeAt: place), (try? installed.verify()) != nil {
                if installed.text == seal.text { return (manifest, false) }
                // The same sources, but built in another configuration, for example.
                if let app = try RuntimeUse.needs(of: layout)[identifier]?.first {
                    throw RuntimeError(
                        .needed,
                        "Another build of the runtime \(identifier) is installed and needed by "
                            + "\(ManifestError.printable(app, limit: 100)); uninstall the app first.")
                }
            }
            do throws(RuntimeError) {
                try copy(seal, to: runtimes)
                let copied = layout.runtimes.appending(Self.new)
                try RuntimeSeal(ofRuntimeAt: copied, named: identifier).verify()
                guard try RuntimeManifest(ofRuntimeAt: copied) == manifest else {
                    throw RuntimeError(
                        .invalid, "The runtime \(identifier) was changed while it was installed; install it again.")
                }
                try putInPlace(identifier.rawValue, in: runtimes)
            } catch {
                Self.remove(Self.new, from: runtimes)
                throw error
            }
            Self.remove(Self.new, from: runtimes)
            // Records the attributes, so that the first start need not read everything, which it does otherwise.
            _ = try? RuntimeSeal.check(place, recordedIn: layout)
            return (manifest, true)
        }
    }

    /// Installs the SDK of one of the device's runtimes beside it, or replaces it. Blocks.
    ///
    /// - Parameter source: the folder of the SDK, with folders and regular files.
    /// - Throws: ``RuntimeError`` with the code `missing`, `invalid` or `files`. What the device has is as before then.
    package func installSDK(_ source: FilePath) throws(RuntimeError) {
        let identifier = try SDKManifest(ofSDKAt: source).runtime
        try changing("install the SDK of \(identifier)") { runtimes throws(RuntimeError) in
            defer { Self.remove(Self.new, from: runtimes) }
            try Self.doing("install the SDK of \(identifier)") { () throws(Errno) in
                try Self.copyFolder(source, as: Self.new, in: runtimes)
                try runtimes.syncFileSystem()
            }
            try putInPlace(SDKFolder.prefix + identifier.rawValue, in: runtimes)
        }
    }

    /// Removes one of the device's runtimes, and its SDK. Blocks.
    ///
    /// - Parameter places: where else a runtime with this identifier can be.
    /// - Throws: ``RuntimeError`` with the code `needed` if an installed app needs it, or if it belongs to the programs; `missing` or
    ///   `files`.
    package func remove(_ identifier: RuntimeIdentifier, places: RuntimePlaces) throws(RuntimeError) {
        try changing("remove the runtime \(identifier)") { runtimes throws(RuntimeError) in
            guard names().contains(identifier) else {
                if let folder = places.folder(of: identifier), !folder.starts(with: layout.runtimes) {
                    throw RuntimeError(
                        .needed,
                        "The runtime \(identifier) in \(folder) was installed with the programs of OpenExtensionKit; remove it "
                            + "together with them.")
                }
                throw RuntimeError(
                    .missing, "There is no runtime \(identifier); `appex runtime list` prints those that are installed."
                )
            }
            if let app = try RuntimeUse.needs(of: layout)[identifier]?.first {
                throw RuntimeError(
                    .needed,
                    "The runtime \(identifier) is needed by \(ManifestError.printable(app, limit: 100)); uninstall the app first."
                )
            }
            try discard(identifier, from: runtimes)
        }
    }

    /// Removes all of the device's runtimes that no installed app needs, and their SDKs. Blocks.
    ///
    /// - Returns: what was removed.
    /// - Throws: ``RuntimeError`` with the code `files`.
    package func removeUnused() throws(RuntimeError) -> [RuntimeIdentifier] {
        try discardUnused(Set(identifiers()), waits: true, keepsThoseWithSDK: false)
    }

    /// Removes some of the device's runtimes, unless an installed app needs them, or a package can be built with their SDKs. Blocks.
    ///
    /// - Parameter candidates: the runtimes that an app needed which was uninstalled or updated: ``RuntimeUse/runtimes(of:)``.
    ///   Those that the device does not have are left out.
    /// - Parameter waits: whether to wait while another process changes the runtimes, which can take as long as copying one.
    /// - Parameter keepsThoseWithSDK: whether a runtime stays that has an SDK beside it.
    /// - Returns: what was removed.
    /// - Throws: ``RuntimeError`` with the code `files`.
    @discardableResult
    package func discardUnused(
        _ candidates: Set<RuntimeIdentifier>, waits: Bool, keepsThoseWithSDK: Bool = true
    ) throws(RuntimeError) -> [RuntimeIdentifier] {
        guard !candidates.isDisjoint(with: identifiers()) else { return [] }
        return try changing("remove unused runtimes", waits: waits) { runtimes throws(RuntimeError) in
            let needs = try RuntimeUse.needs(of: layout)
            let unused = identifiers().filter { identifier in
                candidates.contains(identifier) && needs[identifier] == nil
                    && !(keepsThoseWithSDK && hasSDK(identifier))
            }
            for identifier in unused { try discard(identifier, from: runtimes) }
            return unused
        }
    }

    private func hasSDK(_ runtime: RuntimeIdentifier) -> Bool {
        let folder = SDKFolder.path(besideRuntime: layout.runtimes.appending(runtime.rawValue))
        return (try? SDKManifest(ofSDKAt: folder)) != nil
    }

    // MARK: Changes

    /// Makes a change under the lock, after removing what an earlier one has left behind.
    private func changing<Value>(
        _ what: String, waits: Bool = true, _ change: (borrowing Folder) throws(RuntimeError) -> Value
    ) throws(RuntimeError) -> Value {
        let runtimes: Folder
        do throws(DeviceOwnerError) {
            runtimes = Folder(try layout.open(layout.runtimes, in: layout.openRoot()))
        } catch {
            throw RuntimeError(.files, "Cannot \(what): \(error).", cause: error)
        }
        let lock = try Self.doing(what) { () throws(Errno) in
            let file = layout.runtimes.appending(Self.lock)
            return waits ? try FileLock.waiting(for: file) : try FileLock.trying(file)
        }
        defer { withExtendedLifetime(lock) {} }
        Self.remove(Self.new, from: runtimes)
        Self.remove(Self.old, from: runtimes)
        return try change(runtimes)
    }

    /// Copies the files of a runtime to the folder of incomplete ones.
    private func copy(_ seal: RuntimeSeal, to runtimes: borrowing Folder) throws(RuntimeError) {
        let target = try Self.doing("install the runtime") { () throws(Errno) in
            try runtimes.makeFolder(Self.new, mode: 0o755)
            return try runtimes.folder(Self.new)
        }
        for (path, entry) in seal.files.entries {
            guard let name = path.lastComponent, case .file(_, let isExecutable) = entry else { continue }
            try Self.doing("copy \(seal.folder.appending(name))") { () throws(Errno) in
                let source = try Descriptor(opening: seal.folder.appending(name), O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
                let mode: mode_t = isExecutable ? 0o755 : 0o644
                let copy = try target.file(name, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
                guard fchmod(copy.rawValue, mode) == 0 else { throw Errno.current }
                try FileContent.copy(source, into: copy)
            }
        }
        try Self.doing("write the seal") { () throws(Errno) in
            guard let folder = FilePath.Component(SealedFiles.folder), let name = SealedFiles.file.lastComponent else {
                throw .invalidArgument
            }
            try target.makeFolder(folder, mode: 0o755)
            let file = try target.folder(folder).file(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
            guard fchmod(file.rawValue, 0o644) == 0 else { throw Errno.current }
            try file.writeAll(seal.text)
            try target.syncFileSystem()
        }
    }

    /// Copies a folder with all that is in it.
    private static func copyFolder(
        _ source: FilePath, as name: FilePath.Component, in parent: borrowing Folder
    ) throws(Errno) {
        try parent.makeFolder(name, mode: 0o755)
        let target = try parent.folder(name)
        let folder = try Folder(at: source)
        for entry in try folder.names(limit: entryLimit) {
            let place = source.appending(entry)
            if try folder.isFolder(entry) {
                try copyFolder(place, as: entry, in: target)
            } else {
                let file = try Descriptor(opening: place, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
                let copy = try target.file(entry, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
                guard fchmod(copy.rawValue, 0o644) == 0 else { throw Errno.current }
                try FileContent.copy(file, into: copy)
            }
        }
    }

    /// Gives the copied runtime or SDK its name, at once. Programs that use an earlier one keep its files open.
    private func putInPlace(_ name: String, in runtimes: borrowing Folder) throws(RuntimeError) {
        try Self.doing("install \(name)") { () throws(Errno) in
            guard let name = FilePath.Component(name) else { throw .invalidArgument }
            if (try? runtimes.status(of: name)) != nil {
                try runtimes.exchange(Self.new, with: name, in: runtimes)
            } else {
                try runtimes.move(Self.new, to: runtimes, as: name)
            }
            try runtimes.sync()
        }
    }

    /// Renames a runtime in one step, and then removes it and its SDK.
    private func discard(_ identifier: RuntimeIdentifier, from runtimes: borrowing Folder) throws(RuntimeError) {
        try Self.doing("remove the runtime \(identifier)") { () throws(Errno) in
            guard let name = FilePath.Component(identifier.rawValue) else { throw .invalidArgument }
            try runtimes.move(name, to: runtimes, as: Self.old)
            try runtimes.sync()
        }
        Self.remove(Self.old, from: runtimes)
        if let sdk = FilePath.Component(SDKFolder.prefix + identifier.rawValue) { Self.remove(sdk, from: runtimes) }
        if let record = FilePath.Component(identifier.rawValue + RuntimeSeal.recordSuffix) {
            try? runtimes.remove(record, isFolder: false)  // It may never have been checked, and then has no record.
        }
    }

    /// Removes a folder as far as possible. The next change tries again.
    private static func remove(_ name: FilePath.Component, from folder: borrowing Folder) {
        guard (try? folder.isFolder(name)) == true else {
            try? folder.remove(name, isFolder: false)
            return
        }
        if let inner = try? folder.folder(name) {
            for entry in (try? inner.names(limit: entryLimit)) ?? [] { remove(entry, from: inner) }
        }
        try? folder.remove(name, isFolder: true)
    }

    private static func doing<Value: ~Copyable>(
        _ what: String, _ work: () throws(Errno) -> Value
    ) throws(RuntimeError) -> Value {
        do throws(Errno) { return try work() } catch {
            throw RuntimeError(.files, "Cannot \(what): \(error); check the disk and the permissions.", cause: error)
        }
    }
}
