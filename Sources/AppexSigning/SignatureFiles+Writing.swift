import AppexSystem
import FoundationEssentials
import Glibc
import SystemPackage

extension SignatureFiles {
    /// Gives a bundle this signature. Blocks.
    ///
    /// A process that is killed meanwhile leaves the earlier signature or this one: the new folder is completed beside the bundle
    /// and takes the place of the old one at once. Where the file system cannot do that, or nothing can be created beside the
    /// bundle, one file is replaced after the other.
    ///
    /// - Throws: the kernel's error.
    func write(to bundle: FilePath) throws(Errno) {
        let old = bundle.appending(SealedFiles.folder)
        let new = Self.place(beside: bundle)
        Self.remove(new)
        defer { Self.remove(new) }
        do throws(Errno) {
            // Fails if there is one that could not be removed, which may be somebody else's.
            guard mkdir(new.string, 0o755) == 0 else { throw Errno.current }
            try fill(new)
            try Self.put(new, in: bundle)
        } catch {
            if mkdir(old.string, 0o755) != 0, Errno.current != .fileExists { throw Errno.current }
            try fill(old)
            for name in try Folder(at: old).names(limit: 1_000) where !names.contains(name) {
                Self.remove(old.appending(name))
            }
        }
    }

    /// Where the new folder is completed. No other program gives a file such a name, because what is there is removed.
    private static func place(beside bundle: FilePath) -> FilePath {
        let name = ".\(bundle.lastComponent?.string ?? "").openextensionkit-signature"
        return bundle.removingLastComponent().appending(name)
    }

    private var names: [FilePath.Component] { files.compactMap(\.path.lastComponent) }

    /// Writes the files to an existing folder, which is not a link to one.
    private func fill(_ folder: FilePath) throws(Errno) {
        var status = stat()
        guard lstat(folder.string, &status) == 0 else { throw Errno.current }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notDirectory }
        for (file, bytes) in files {
            guard let name = file.lastComponent else { continue }
            let path = folder.appending(name)
            try WholeFile.replace(path, with: bytes)
            // Whoever can read the app can check it.
            guard chmod(path.string, 0o644) == 0 else { throw Errno.current }
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

    /// Removes a folder that ``write(to:)`` has created, or a file of an earlier signature. Does nothing if it does not exist.
    private static func remove(_ folder: FilePath) {
        // What cannot be removed is in the way of the next signature, which then is written file by file.
        try? FileManager.default.removeItem(atPath: folder.string)
    }
}
