import AppexModel
import AppexRuntimes
import AppexSigning
import AppexSystem
import Glibc
import SystemPackage

/// A validated extension in a staged app.
struct StagedAppex {
    /// The path relative to the app's bundle, such as `PlugIns/Sepia.appex`.
    let path: FilePath
    let shape: BundleShape
    let manifest: AppexManifest
    let entitlements: Entitlements
    let program: ProgramSeal?
    let runtime: RuntimeIdentifier?
}

/// A validated app in the staging folder, which is going to be recorded.
struct StagedApp {
    /// The bundle's name, such as `Darkroom.app`.
    let name: String
    let shape: BundleShape
    let manifest: AppManifest
    let entitlements: Entitlements
    let program: ProgramSeal?
    let runtime: RuntimeIdentifier?
    let appexes: [StagedAppex]

    /// The teams that the entitlements claim.
    var teams: [String] { ([entitlements] + appexes.map(\.entitlements)).compactMap(\.team) }

    /// The groups of the app and its extensions, each once.
    var groups: [GroupIdentifier] {
        Set(([entitlements] + appexes.map(\.entitlements)).flatMap(\.groups)).sorted()
    }

    /// Validates a copied bundle, which no other user can change.
    ///
    /// - Parameter files: the files in the bundle.
    /// - Parameter code: those of them that are programs or libraries.
    /// - Parameter appexFolders: every folder in the bundle whose name ends in `.appex`.
    /// - Parameter runtimes: where the runtimes of the device are.
    /// - Throws: ``RegistryError`` with the code `manifest`, `executable`, `limit` or `files`.
    init(
        name: String, in bundle: borrowing Folder, files: SealedFiles, code: [FilePath: CodeSeal],
        appexFolders: [String], limits: InstallLimits, runtimes: RuntimePlaces
    ) throws(RegistryError) {
        let inspector = BundleInspector(app: name, files: files, code: code, runtimes: runtimes)
        let (shape, plist) = try inspector.manifest(of: bundle, path: "")
        let manifest = try inspector.reading { () throws(ManifestError) in
            try AppManifest(plist, file: inspector.label(shape.manifest))
        }
        runtime = try inspector.runtime(manifest.info, file: inspector.label(shape.manifest))
        program = try inspector.checkExecutable(
            manifest.executable, for: runtime, shape: shape, in: bundle, path: "")
        entitlements = try inspector.entitlements(of: bundle, shape, path: "")
        try inspector.checkPoints(of: manifest.bundleIdentifier, shape: shape, in: bundle)
        guard appexFolders.count <= limits.extensions else {
            throw RegistryError(
                .limit,
                "cannot install \(name): it has \(appexFolders.count) extensions, at most \(limits.extensions) are allowed"
            )
        }
        var appexes: [StagedAppex] = []
        for folder in appexFolders.sorted() {
            appexes.append(try inspector.appex(at: FilePath(folder), in: bundle, appShape: shape))
        }
        try inspector.reading { () throws(ManifestError) in
            for appex in appexes {
                try BundleRules.checkIdentifier(
                    of: appex.manifest.bundleIdentifier, extends: manifest.bundleIdentifier,
                    file: inspector.label(appex.path.appending(appex.shape.manifest).string))
            }
            try BundleRules.checkUnique(
                appexes.map { ($0.manifest.bundleIdentifier, inspector.label($0.path.string)) })
        }
        self.name = name
        self.shape = shape
        self.manifest = manifest
        self.appexes = appexes
    }
}

/// Reads the manifests and checks the executables of a staged app.
private struct BundleInspector {
    let app: String
    let files: SealedFiles
    let code: [FilePath: CodeSeal]
    let runtimes: RuntimePlaces

    /// The name of a path inside the bundle in errors.
    func label(_ path: String) -> String {
        path.isEmpty ? app : "\(app)/\(path)"
    }

    /// Reads a manifest. An error states which installation has failed.
    func reading<Value>(_ work: () throws(ManifestError) -> Value) throws(RegistryError) -> Value {
        do throws(ManifestError) {
            return try work()
        } catch {
            throw RegistryError(.manifest, "cannot install \(app)", cause: error)
        }
    }

    /// Reads the extension at `path`, which must be in a folder for extensions.
    func appex(
        at path: FilePath, in bundle: borrowing Folder, appShape: BundleShape
    ) throws(RegistryError) -> StagedAppex {
        let parent = path.removingLastComponent().string
        guard let style = ExtensionStyle.allCases.first(where: { appShape.extensions(of: $0) == parent }) else {
            throw RegistryError(
                .manifest,
                "cannot install \(app): the extension \(path) is in the wrong folder, put it directly into "
                    + "\(appShape.extensions(of: .classic)) or \(appShape.extensions(of: .extensionKit))")
        }
        let folder = try doing("install \(app), opening \(path)") { () throws(Errno) in
            try bundle.folder(along: path)
        }
        let (shape, plist) = try manifest(of: folder, path: path)
        let file = label(path.appending(shape.manifest).string)
        let manifest = try reading { () throws(ManifestError) in
            let manifest = try AppexManifest(plist, file: file)
            try BundleRules.checkFolder(style.folder, of: manifest.style, file: file)
            return manifest
        }
        let runtime = try runtime(manifest.info, file: file)
        let program = try checkExecutable(manifest.executable, for: runtime, shape: shape, in: folder, path: path)
        return StagedAppex(
            path: path, shape: shape, manifest: manifest, entitlements: try entitlements(of: folder, shape, path: path),
            program: program, runtime: runtime)
    }

    /// The shared runtime that a bundle names, which must be on the device.
    ///
    /// - Parameter info: the content of the bundle's Info.plist.
    func runtime(_ info: [String: PropertyListValue], file: String) throws(RegistryError) -> RuntimeIdentifier? {
        guard let value = info[RuntimeIdentifier.manifestKey] else { return nil }
        guard let runtime = value.string.flatMap(RuntimeIdentifier.init(rawValue:)) else {
            throw RegistryError(
                .manifest,
                "cannot install \(app): \(RuntimeIdentifier.manifestKey) in \(file) is not the identifier of a runtime; "
                    + "bundle the app again with appex bundle")
        }
        guard runtimes.folder(of: runtime) != nil else {
            throw RegistryError(
                .executable,
                "cannot install \(app): it needs the runtime \(runtime), which this device does not have; install that with "
                    + "appex runtime install, or bundle the app with --static")
        }
        return runtime
    }

    /// Checks the files in which the app defines extension points.
    func checkPoints(
        of app: BundleIdentifier, shape: BundleShape, in bundle: borrowing Folder
    ) throws(RegistryError) {
        let folder = FilePath(shape.extensions(of: .extensionKit))
        let paths = files.entries.keys.filter {
            $0.removingLastComponent() == folder && $0.extension == PointDeclaration.fileExtension
        }
        guard paths.count <= PointDeclaration.maximumFiles else {
            throw RegistryError(
                .limit,
                "cannot install \(self.app): it defines extension points in \(paths.count) files, at most "
                    + "\(PointDeclaration.maximumFiles) are allowed")
        }
        for path in paths.sorted(by: { $0.string < $1.string }) {
            let file = label(path.string)
            guard let descriptor = try regularFile(path.string, in: bundle, label: file) else { continue }
            let plist = try propertyList(descriptor, file)
            _ = try reading { () throws(ManifestError) in
                try PointDeclaration.points(in: plist, of: app, file: file)
            }
        }
    }

    /// Finds and parses the Info.plist of the bundle that `folder` is.
    func manifest(
        of folder: borrowing Folder, path: FilePath
    ) throws(RegistryError) -> (BundleShape, PropertyListValue) {
        for shape in [BundleShape.flat, .contents] {
            let file = label(path.appending(shape.manifest).string)
            guard let descriptor = try regularFile(shape.manifest, in: folder, label: file) else { continue }
            return (shape, try propertyList(descriptor, file))
        }
        throw RegistryError(
            .manifest, "cannot install \(app): \(label(path.string)) has no Info.plist, add one to the bundle")
    }

    /// Reads the entitlements of the bundle that `folder` is. A bundle without the file has none.
    func entitlements(
        of folder: borrowing Folder, _ shape: BundleShape, path: FilePath
    ) throws(RegistryError) -> Entitlements {
        let file = label(path.appending(shape.entitlements).string)
        guard let descriptor = try regularFile(shape.entitlements, in: folder, label: file) else {
            return Entitlements()
        }
        let plist = try propertyList(descriptor, file)
        return try reading { () throws(ManifestError) in try Entitlements(plist, file: file) }
    }

    private func propertyList(
        _ descriptor: borrowing Descriptor, _ file: String
    ) throws(RegistryError) -> PropertyListValue {
        let bytes = try doing("install \(app), reading \(file)") { () throws(Errno) in
            // One byte more than allowed, so that the parser reports the excess.
            try Self.read(descriptor, limit: PropertyListLimits.fileBytes + 1)
        }
        return try reading { () throws(ManifestError) in try PropertyListValue(parsing: bytes, file: file) }
    }

    /// Checks that a bundle's program exists, is executable and is an ELF file for this machine (rule V9).
    ///
    /// - Parameter runtime: the shared runtime that is to open it; nil if it is a program of its own.
    /// - Returns: how a change of the program is noticed later.
    func checkExecutable(
        _ name: String, for runtime: RuntimeIdentifier?, shape: BundleShape, in folder: borrowing Folder, path: FilePath
    ) throws(RegistryError) -> ProgramSeal? {
        let file = label(path.appending(shape.executable(named: name)).string)
        func refusal(_ reason: String) -> RegistryError {
            RegistryError(.executable, "cannot install \(app): the executable \(file) \(reason)")
        }
        guard let program = try regularFile(shape.executable(named: name), in: folder, label: file) else {
            throw refusal("is missing or not a regular file, copy the built program there")
        }
        let (mode, start) = try doing("install \(app), looking at \(file)") { () throws(Errno) in
            (try program.status().st_mode, try Self.read(program, limit: ProgramFormat.headerBytes))
        }
        guard mode & S_IXUSR != 0 else { throw refusal("is not executable, run chmod +x on it") }
        if let mistake = ProgramFormat.mistake(in: start) { throw refusal(mistake + ", build it for this system") }
        if let mistake = Self.mistake(inLinkingOf: program, for: runtime) {
            throw refusal(mistake + "; bundle the app again with appex bundle")
        }
        let place = path.appending(shape.executable(named: name))
        guard let seal = code[place] else { return nil }
        return ProgramSeal(program: seal, libraries: code.filter { $0.key != place && canLoad($0.key, from: path) })
    }

    /// Why a program does not fit what its bundle says about a runtime, as the end of a sentence; nil if it does.
    private static func mistake(
        inLinkingOf program: borrowing Descriptor, for runtime: RuntimeIdentifier?
    ) -> String? {
        let number = program.rawValue
        func read(_ offset: UInt64, _ count: Int) -> [UInt8]? {
            guard let place = off_t(exactly: offset) else { return nil }
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                filled = max(0, retrying { pread(number, buffer.baseAddress, count, place) })
            }
            return bytes.count == count ? bytes : nil
        }
        guard runtime != nil else {
            let libraries = ProgramLibraries(read)?.names ?? []
            return libraries.contains(RuntimeFolder.library)
                ? "is an object for a shared runtime, but its Info.plist names none (\(RuntimeIdentifier.manifestKey))"
                : nil
        }
        return ProgramSymbols(read)?.definesEntry == true
            ? nil : "is not an object for a shared runtime, because it does not define \(RuntimeIdentifier.entry)"
    }

    /// Whether the program of a bundle can load a file: it is in the bundle, and not in an extension of the bundle, or it is in
    /// the frameworks of the app.
    ///
    /// - Parameter bundle: the path of an extension relative to the app; empty for the app itself.
    private func canLoad(_ file: FilePath, from bundle: FilePath) -> Bool {
        let isInExtension = file.components.dropLast().contains { $0.extension == "appex" }
        guard isInExtension else { return bundle.isEmpty || file.components.contains("Frameworks") }
        return !bundle.isEmpty && file.starts(with: bundle)
    }

    /// Opens a regular file without following symbolic links; `nil` if there is none.
    private func regularFile(
        _ path: String, in folder: borrowing Folder, label: String
    ) throws(RegistryError) -> Descriptor? {
        let path = FilePath(path)
        guard let name = path.lastComponent else { return nil }
        do throws(Errno) {
            let parent = try folder.folder(along: path.removingLastComponent())
            guard try parent.status(of: name).st_mode & S_IFMT == S_IFREG else { return nil }
            return try parent.file(name, O_RDONLY)
        } catch {
            switch error {
            case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels: return nil
            default: throw RegistryError(error, doing: "install \(app), opening \(label)")
            }
        }
    }

    private static func read(_ descriptor: borrowing Descriptor, limit: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let count = bytes.withUnsafeMutableBytes { buffer in
                retrying { Glibc.read(descriptor.rawValue, buffer.baseAddress?.advanced(by: filled), limit - filled) }
            }
            guard count >= 0 else { throw Errno.current }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }
}
