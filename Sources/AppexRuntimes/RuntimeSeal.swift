package import AppexModel
import AppexSigning
import AppexSystem
import Glibc
package import SystemPackage

/// The digests of a runtime's files, which were written when it was built.
package struct RuntimeSeal: Sendable {
    /// The runtime's folder.
    let folder: FilePath
    /// The text of the seal.
    let text: [UInt8]
    /// The files of the runtime.
    let files: SealedFiles
    /// The name of the runtime in messages.
    private let name: String

    /// The maximum number of files; real runtimes have about 35.
    private static let fileLimit = 1_000
    /// The maximum size of all files in bytes; real runtimes have 85 MB.
    private static let sizeLimit = 1 << 30
    /// The first line of a record of ``check(_:recordedIn:)``.
    private static let recordHeader = "openextensionkit-verified 2"
    /// The suffix of the records' names.
    static let recordSuffix = ".verified"

    /// Reads the seal of a runtime, which is untrusted.
    ///
    /// - Parameter identifier: the runtime's name in messages; nil for that of its folder.
    /// - Throws: ``RuntimeError`` with the code `damaged`, `invalid` or `files`.
    package init(ofRuntimeAt folder: FilePath, named identifier: RuntimeIdentifier? = nil) throws(RuntimeError) {
        self.folder = folder
        name = identifier?.rawValue ?? Self.name(of: folder)
        do throws(Errno) {
            text = try WholeFile.read(folder.appending(SealedFiles.file.components), limit: SealedFiles.textLimit)
        } catch .noSuchFileOrDirectory {
            throw Self.damage(name, "\(SealedFiles.file) is missing")
        } catch {
            throw RuntimeError(.files, "Cannot read the seal of the runtime \(name): \(error).", cause: error)
        }
        do throws(SigningError) { files = try SealedFiles(text: text) } catch {
            throw Self.damage(name, "\(SealedFiles.file) is malformed", error)
        }
        guard files.entries.count <= Self.fileLimit,
            files.entries.allSatisfy({ path, entry in
                if case .file = entry { path.components.count == 1 } else { false }
            })
        else {
            throw RuntimeError(
                .invalid,
                "The runtime \(name) cannot be used, because it contains more than files, or more than "
                    + "\(Self.fileLimit) of them; build it again with `appex runtime build`.")
        }
        for required in [RuntimeFolder.program, RuntimeFolder.library, RuntimeFolder.manifest]
        where files.entries[FilePath(required)] == nil {
            throw Self.damage(name, "\(required) is not part of it")
        }
    }

    /// Compares the digests of all files. Blocks: it reads the whole runtime.
    ///
    /// - Throws: ``RuntimeError`` with the code `damaged`, which names the first file that is different, `invalid` or `files`.
    package func verify() throws(RuntimeError) {
        // First the names, so that nothing is read that does not belong to the runtime.
        let names = try reading(".") { () throws(Errno) in
            try Folder(at: folder).names(limit: Self.fileLimit + 2).map(\.string).sorted()
        }
        for name in names where name != SealedFiles.folder && files.entries[FilePath(name)] == nil {
            throw Self.damage(self.name, "\(ManifestError.printable(name, limit: 200)) has been added")
        }
        try checkSize()
        for (path, entry) in files.entries.sorted(by: { $0.key.string < $1.key.string }) {
            let shown = ManifestError.printable(path.string, limit: 200)
            guard names.contains(path.string) else { throw Self.damage(name, "\(shown) is missing") }
            guard try found(path) == entry else { throw Self.damage(name, "\(shown) is not as it was built") }
        }
    }

    /// A file as it is now; nil if it is not a regular file.
    private func found(_ path: FilePath) throws(RuntimeError) -> SealedFiles.Entry? {
        let place = folder.appending(path.components)
        var status = stat()
        try reading(path.string) { () throws(Errno) in
            guard lstat(place.string, &status) == 0 else { throw Errno(rawValue: errno) }
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        do throws(SigningError) {
            return .file(digest: try FileDigest(ofFileAt: place), isExecutable: status.st_mode & S_IXUSR != 0)
        } catch {
            guard let cause = error.cause as? Errno else { throw RuntimeError(.files, error.description, cause: error) }
            return try reading(path.string) { () throws(Errno) in throw cause }
        }
    }

    private func reading<Value>(_ file: String, _ work: () throws(Errno) -> Value) throws(RuntimeError) -> Value {
        do throws(Errno) { return try work() } catch {
            let shown = ManifestError.printable(file, limit: 200)
            throw RuntimeError(
                .files,
                "Cannot check the runtime \(name): \(shown) cannot be read: \(error); check the permissions of its files.",
                cause: error)
        }
    }

    /// Checks a runtime before it is used. Reads only the attributes of its files if they are those of the last check; otherwise
    /// it compares all digests, and records the attributes.
    ///
    /// - Parameter folder: the runtime's folder.
    /// - Parameter layout: the device with the record.
    /// - Returns: the attributes of the files, which differ after any of them has been changed.
    /// - Throws: ``RuntimeError`` with the code `damaged`, which names the file, `invalid` or `files`.
    @discardableResult
    package static func check(_ folder: FilePath, recordedIn layout: DeviceLayout) throws(RuntimeError) -> [UInt8] {
        let record = layout.runtimes.appending(name(of: folder) + recordSuffix)
        if let text = try? WholeFile.read(record, limit: SealedFiles.textLimit),
            let names = recordedNames(text), stamps(of: names, in: folder) == text
        {
            return text
        }
        let seal = try RuntimeSeal(ofRuntimeAt: folder)
        // The folders too, because their times tell that a file was added.
        let names =
            [".", SealedFiles.folder] + seal.files.entries.keys.map(\.string).sorted() + [SealedFiles.file.string]
        // Before the digests, so that a change during the check is found by the next one.
        let before = stamps(of: names, in: folder)
        try seal.checkAttributes(of: names)
        try seal.verify()
        // Where it cannot be written, each check compares the digests.
        if let before { try? WholeFile.replace(record, with: before) }
        return before ?? []
    }

    /// Checks, before anything is read, that nobody else can change the files, and that they are not too large.
    ///
    /// - Parameter names: those of the files and folders.
    private func checkAttributes(of names: [String]) throws(RuntimeError) {
        for name in names {
            var status = stat()
            // A file that is missing is found later.
            guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
            guard [0, geteuid()].contains(status.st_uid), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
                let shown = name == "." ? "its folder" : name
                throw RuntimeError(
                    .invalid,
                    "The runtime \(self.name) is not used, because other users can change \(shown); run chown and chmod go-w on "
                        + "\(folder), or install it again with `appex runtime install FOLDER`.")
            }
        }
        try checkSize()
    }

    /// Checks that the files are not larger than those of a runtime can be: reading them would take very long.
    ///
    /// - Throws: ``RuntimeError`` with the code `invalid`.
    func checkSize() throws(RuntimeError) {
        var left = Self.sizeLimit
        for path in files.entries.keys {
            var status = stat()
            guard lstat("\(folder)/\(path)", &status) == 0 else { continue }
            left -= min(left, Int(clamping: status.st_size))
            guard left > 0 else {
                throw RuntimeError(
                    .invalid,
                    "The runtime \(name) cannot be used, because its files have more than \(Self.sizeLimit >> 20) MiB; build it "
                        + "again with `appex runtime build`.")
            }
        }
    }

    /// The names of the files in a record; nil if it is malformed.
    private static func recordedNames(_ text: [UInt8]) -> [String]? {
        var lines = text.split(separator: UInt8(ascii: "\n"))[...]
        guard lines.popFirst().map({ $0.elementsEqual(recordHeader.utf8) }) == true, lines.count <= fileLimit + 3 else {
            return nil
        }
        let names = lines.compactMap { $0.split(separator: UInt8(ascii: " "), maxSplits: 7).last }
            .map { String(decoding: $0, as: UTF8.self) }
        // The seal is the last one, so that the beginning of a record is not taken for all of it.
        return names.last == SealedFiles.file.string ? names : nil
    }

    /// The record of files as they are now; nil if one is missing.
    private static func stamps(of names: [String], in folder: FilePath) -> [UInt8]? {
        var text = recordHeader + "\n"
        for name in names {
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { return nil }
            text += "\(status.st_dev) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) "
            text += "\(status.st_mtim.tv_nsec) \(status.st_ctim.tv_sec) \(status.st_ctim.tv_nsec) \(name)\n"
        }
        return Array(text.utf8)
    }

    private static func name(of folder: FilePath) -> String {
        ManifestError.printable(folder.lastComponent?.string ?? "", limit: 100)
    }

    private static func damage(_ name: String, _ reason: String, _ cause: (any Error)? = nil) -> RuntimeError {
        RuntimeError(
            .damaged,
            "The runtime \(name) is damaged: \(reason); install it again with `appex runtime install FOLDER`.",
            cause: cause)
    }
}
