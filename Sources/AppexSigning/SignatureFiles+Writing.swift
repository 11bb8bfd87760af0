import AppexSystem
import Glibc
import SystemPackage

extension SignatureFiles {
    /// Creates the files of a new signature.
    init(text: [UInt8], signature: [UInt8]) {
        self.text = text
        self.signature = signature
    }

    /// Gives a bundle this signature. Blocks.
    ///
    /// A process that is killed meanwhile leaves the earlier signature or this one: the new folder is completed beside the bundle
    /// and takes the place of the old one at once. Where the file system cannot do that, or nothing can be created beside the
    /// bundle, one file is replaced after the other.
    ///
    /// - Throws: the kernel's error.
    func write(to bundle: FilePath) throws(Errno) {
        let old = bundle.appending(SealedFiles.folder)
        let new = FilePath(bundle.string + ".signature")
        Self.remove(new)
        defer { Self.remove(new) }
        do throws(Errno) {
            try fill(new)
            try Self.put(new, in: bundle)
        } catch {
            try fill(old)
        }
    }

    private func fill(_ folder: FilePath) throws(Errno) {
        if mkdir(folder.string, 0o755) != 0, Errno.current != .fileExists { throw Errno.current }
        for (file, bytes) in [(SealedFiles.file, text), (SealedFiles.signatureFile, signature)] {
            guard let name = file.lastComponent else { continue }
            try WholeFile.replace(folder.appending(name), with: bytes)
        }
    }

    /// Puts a folder beside a bundle into the place of the bundle's signature, which gets the place of the folder if there is one.
    private static func put(_ new: FilePath, in bundle: FilePath) throws(Errno) {
        guard let name = new.lastComponent, let folder = FilePath.Component(SealedFiles.folder) else {
            throw .invalidArgument
        }
        let outside = try Folder(at: new.removingLastComponent())
        let inside = try Folder(at: bundle)
        do throws(Errno) {
            try outside.exchange(name, with: folder, in: inside)
        } catch .noSuchFileOrDirectory {
            try outside.move(name, to: inside, as: folder)
        }
    }

    /// Removes a folder that ``write(to:)`` has created; does nothing if there is none.
    private static func remove(_ folder: FilePath) {
        for file in [SealedFiles.file, SealedFiles.signatureFile] {
            guard let name = file.lastComponent else { continue }
            for suffix in ["", WholeFile.newSuffix] { unlink(folder.appending(name).string + suffix) }
        }
        rmdir(folder.string)
    }
}
