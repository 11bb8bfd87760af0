import AppexModel
package import AppexSigning
import AppexSystem
import Glibc
package import SystemPackage

/// The digest by which a runtime and the sources of OpenExtensionKit that a package depends on are recognized as the same.
///
/// The interfaces of Swift modules without library evolution change with every source and compiler, so all sources of the modules
/// in the runtime count, and those of the packages that they are made of.
package enum SourceFingerprint {
    /// The packages outside OpenExtensionKit whose modules are part of the runtime.
    package static let packages = ["swift-log", "swift-system"]
    /// The names of their modules.
    package static let foreignModules: Set<String> = ["Logging", "SystemPackage", "CSystem"]

    /// The maximum number of entries of a folder, and of nested folders.
    private static let entryLimit = 100_000
    private static let depthLimit = 32

    /// Computes the digest. Blocks.
    ///
    /// - Parameter kit: the folder with OpenExtensionKit's Package.swift.
    /// - Parameter checkouts: the folders of the other packages, by the names in ``packages``.
    /// - Parameter modules: the modules of the runtime.
    /// - Parameter compiler: the line by which the compiler names itself.
    /// - Throws: ``RuntimeError`` with the code `files` if a source cannot be read, or `invalid` if it is unknown where the sources of
    ///   a module are.
    package static func digest(
        kit: FilePath, checkouts: [String: FilePath], modules: [String], compiler: String
    ) throws(RuntimeError) -> FileDigest {
        var builder = try digesting(kit) { () throws(SigningError) in try FileDigest.Builder() }
        add("compiler \(compiler)\n", to: &builder)
        for module in modules.sorted() where !foreignModules.contains(module) {
            let folder = kit.appending("Sources").appending(module)
            guard (try? Folder(at: folder)) != nil else {
                throw RuntimeError(
                    .invalid,
                    "The sources of the module \(ManifestError.printable(module, limit: 100)) are not in \(kit)/Sources; "
                        + "build the runtime of this version of OpenExtensionKit with `appex runtime build`.")
            }
            try add(folder, as: FilePath(module), to: &builder)
        }
        for package in packages {
            guard let checkout = checkouts[package] else {
                throw RuntimeError(
                    .invalid,
                    "The package does not contain \(package), which is part of the runtime; run `swift package resolve`."
                )
            }
            try add(checkout.appending("Sources"), as: FilePath(package), to: &builder)
        }
        do throws(SigningError) { return try builder.digest() } catch {
            throw RuntimeError(.files, error.description, cause: error)
        }
    }

    /// Adds the files of a folder in the order of their names. Documentation, hidden files and the copies that editors make do not
    /// count.
    private static func add(
        _ folder: FilePath, as path: FilePath, to builder: inout FileDigest.Builder
    ) throws(RuntimeError) {
        guard path.components.count < depthLimit else { return }
        let names = try reading(folder) { () throws(Errno) in try Folder(at: folder).names(limit: entryLimit) }
        for name in names.map(\.string).sorted()
        where !name.begins(with: ".") && !name.ends(with: "~") && !name.ends(with: ".docc") {
            let file = folder.appending(name)
            var status = stat()
            guard lstat(file.string, &status) == 0 else {
                throw unreadable(file, Errno(rawValue: errno))
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try add(file, as: path.appending(name), to: &builder)
            case S_IFREG:
                let digest = try digesting(file) { () throws(SigningError) in try FileDigest(ofFileAt: file) }
                add("\(digest) \(path.appending(name))\n", to: &builder)
            default: continue
            }
        }
    }

    private static func add(_ text: String, to builder: inout FileDigest.Builder) {
        Array(text.utf8).withUnsafeBytes { builder.add($0) }
    }

    private static func digesting<Value: ~Copyable>(
        _ file: FilePath, _ work: () throws(SigningError) -> Value
    ) throws(RuntimeError) -> Value {
        do throws(SigningError) { return try work() } catch {
            guard let cause = error.cause as? Errno else { throw RuntimeError(.files, error.description, cause: error) }
            throw unreadable(file, cause)
        }
    }

    private static func reading<Value>(
        _ file: FilePath, _ work: () throws(Errno) -> Value
    ) throws(RuntimeError) -> Value {
        do throws(Errno) { return try work() } catch { throw unreadable(file, error) }
    }

    private static func unreadable(_ file: FilePath, _ error: Errno) -> RuntimeError {
        RuntimeError(.files, "Cannot read the source \(file): \(error); check its permissions.", cause: error)
    }
}
