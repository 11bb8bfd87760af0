import AppexModel
import AppexSigning
import AppexSystem
import Glibc
import SystemPackage

/// Copies an untrusted bundle to a folder of the device, within limits.
///
/// Regular files, folders and symbolic links that stay inside are copied; anything else is an error. The copies have
/// the modes 0755 for folders and programs and 0644 for other files, so that there are no set-user-ID bits and no
/// folders that their owner cannot delete.
struct BundleCopy {
    private let bundle: String
    private let limits: InstallLimits
    private var entries = 0
    private var bytes: Int64 = 0
    /// Folders in the bundle whose names end in `.appex`, relative to its root.
    private(set) var appexFolders: [String] = []
    /// What has been copied.
    private(set) var files = SealedFiles()
    /// The copied files that are programs or libraries, by path relative to the bundle.
    private(set) var code: [FilePath: CodeSeal] = [:]

    init(bundle: String, limits: InstallLimits) {
        self.bundle = bundle
        self.limits = limits
    }

    private func refusal(_ code: RegistryError.Code, _ path: FilePath, _ reason: String) -> RegistryError {
        let place = ManifestError.printable("\(bundle)/\(path)", limit: ManifestError.pathBytes)
        return RegistryError(code, "cannot install \(bundle): \(place) \(reason)")
    }

    /// Copies what is in `source` into `target`, both open folders.
    ///
    /// - Parameter path: the source's path relative to the bundle.
    /// - Throws: ``RegistryError`` with the code `limit`, `forbiddenFile` or `files`.
    mutating func copy(
        _ source: borrowing Folder, to target: borrowing Folder, path: FilePath = ""
    ) throws(RegistryError) {
        let names = try doing("install \(bundle), reading its folder /\(path)") { () throws(Errno) in
            try source.names(limit: limits.entries + 1 - entries)
        }
        for name in names {
            let inner = path.appending(name)
            entries += 1
            guard entries <= limits.entries else {
                throw RegistryError(.limit, "cannot install \(bundle): it has more than \(limits.entries) files")
            }
            try check(name, path: inner)
            let status = try doing("install \(bundle), looking at \(inner)") { () throws(Errno) in
                try source.status(of: name)
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try copyFolder(name, from: source, to: target, path: inner)
            case S_IFREG: try copyFile(name, from: source, to: target, path: inner)
            case S_IFLNK: try copyLink(name, from: source, to: target, path: inner)
            default: throw refusal(.forbiddenFile, inner, "is neither a file nor a folder, remove it from the bundle")
            }
        }
    }

    private func check(_ name: FilePath.Component, path: FilePath) throws(RegistryError) {
        let validName = name.withPlatformString { String(validatingCString: $0) } != nil
        guard validName else { throw refusal(.forbiddenFile, path, "has a name that is not UTF-8") }
        guard path.string.utf8.count <= limits.pathBytes else {
            throw refusal(.limit, path, "has a path of more than \(limits.pathBytes) bytes")
        }
        guard path.components.count <= limits.depth else {
            throw refusal(.limit, path, "lies more than \(limits.depth) folders deep")
        }
    }

    private mutating func copyFolder(
        _ name: FilePath.Component, from source: borrowing Folder, to target: borrowing Folder, path: FilePath
    ) throws(RegistryError) {
        if name.extension == "appex" { appexFolders.append(path.string) }
        let what = "install \(bundle), copying the folder \(path)"
        let from = try doing(what) { () throws(Errno) in try source.folder(name) }
        let to = try doing(what) { () throws(Errno) in
            try target.makeFolder(name, mode: 0o755)
            return try target.folder(name)
        }
        try copy(from, to: to, path: path)
    }

    private mutating func copyLink(
        _ name: FilePath.Component, from source: borrowing Folder, to target: borrowing Folder, path: FilePath
    ) throws(RegistryError) {
        let what = "install \(bundle), copying the link \(path)"
        let bytes = try doing(what) { () throws(Errno) in try source.link(name) }
        guard let destination = String(validating: bytes, as: UTF8.self),
            LinkRule.staysInside(target: destination, depth: path.components.count - 1)
        else {
            throw refusal(
                .forbiddenFile, path,
                "is a link that may lead out of the bundle, make it relative and without a .. inside")
        }
        try doing(what) { () throws(Errno) in try target.makeLink(name, to: destination) }
        files.add(.link(digest: try digesting { () throws(SigningError) in try FileDigest(of: bytes) }), at: path)
    }

    private mutating func copyFile(
        _ name: FilePath.Component, from source: borrowing Folder, to target: borrowing Folder, path: FilePath
    ) throws(RegistryError) {
        let what = "install \(bundle), copying \(path)"
        // Non-blocking, because the file may have been replaced by a pipe since it was checked.
        let from = try doing(what) { () throws(Errno) in try source.file(name, O_RDONLY | O_NONBLOCK) }
        let mode = try doing(what) { () throws(Errno) in try from.status().st_mode }
        guard mode & S_IFMT == S_IFREG else {
            throw refusal(.forbiddenFile, path, "is neither a file nor a folder, remove it from the bundle")
        }
        let newMode: mode_t = mode & S_IXUSR != 0 ? 0o755 : 0o644
        let to = try doing(what) { () throws(Errno) in
            let made = try target.file(name, O_WRONLY | O_CREAT | O_EXCL, mode: newMode)
            guard fchmod(made.rawValue, newMode) == 0 else { throw Errno.current }
            return made
        }
        let allowed = limits.bytes - bytes
        var builder = try digesting { () throws(SigningError) in try FileDigest.Builder() }
        let copied = try doing(what) { () throws(Errno) in
            try Self.copyBytes(from: from, to: to, limit: allowed, adding: &builder)
        }
        guard let copied else {
            throw RegistryError(.limit, "cannot install \(bundle): it has more than \(limits.bytes) bytes")
        }
        bytes += copied.bytes
        let digest: FileDigest
        do throws(SigningError) { digest = try builder.digest() } catch { throw RegistryError(signing: error) }
        files.add(.file(digest: digest, isExecutable: newMode == 0o755), at: path)
        guard copied.isCode else { return }
        guard FileNameRule.isValidPath(path.string) else {
            throw refusal(.forbiddenFile, path, "is a program or library whose name cannot be displayed, rename it")
        }
        let status = try doing(what) { () throws(Errno) in try to.status() }
        code[path] = CodeSeal(digest: digest, stamp: FileStamp(status))
        guard code.count <= limits.codeFiles else {
            throw RegistryError(
                .limit, "cannot install \(bundle): it has more than \(limits.codeFiles) programs and libraries")
        }
    }

    /// Computes a digest. An error states which installation has failed.
    private func digesting<Value: ~Copyable>(_ work: () throws(SigningError) -> Value) throws(RegistryError) -> Value {
        do throws(SigningError) { return try work() } catch { throw RegistryError(signing: error) }
    }

    /// The size of one read in bytes: large enough that the cost of system calls is negligible.
    private static let chunkBytes = 256 << 10

    /// Copies up to the end of the file, adds what it has copied to a digest, and says whether that is code; `nil` if that is more than
    /// `limit` bytes.
    private static func copyBytes(
        from source: borrowing Descriptor, to target: borrowing Descriptor, limit: Int64,
        adding digest: inout FileDigest.Builder
    ) throws(Errno) -> (bytes: Int64, isCode: Bool)? {
        let (input, output) = (source.rawValue, target.rawValue)
        var copied: Int64 = 0
        var isCode = false
        var failure: Errno?
        withUnsafeTemporaryAllocation(byteCount: chunkBytes, alignment: 16) { buffer in
            while copied <= limit {
                let count = retrying { read(input, buffer.baseAddress, buffer.count) }
                guard count > 0 else {
                    if count < 0 { failure = Errno.current }
                    return
                }
                if copied == 0 { isCode = ProgramFormat.isCode(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                copied += Int64(count)
                digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                var written = 0
                while written < count {
                    let step = retrying { write(output, buffer.baseAddress?.advanced(by: written), count - written) }
                    guard step > 0 else {
                        failure = Errno.current
                        return
                    }
                    written += step
                }
            }
        }
        if let failure { throw failure }
        return copied <= limit ? (copied, isCode) : nil
    }
}
