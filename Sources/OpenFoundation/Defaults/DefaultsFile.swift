import AppexModel
import AppexSystem
import Glibc
import SystemPackage

/// The property list of a domain.
enum DefaultsFile {
    /// What is in the file.
    enum Contents {
        /// The values; no values if the file does not exist, or has been empty for some time.
        case values([String: PropertyListValue])
        /// A program is writing the file, as it seems: it is empty or incomplete, and has just been changed.
        case unsettled
        /// The file is not a property list with a dictionary. The text is a sentence that says why.
        case damaged(String)
        /// The file could not be read, which says nothing about what is in it.
        case failed(Errno)
    }

    /// Reads the file. Links are not followed, and nothing but a regular file is opened.
    static func read(_ file: FilePath) -> Contents {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(file, limit: PropertyListLimits.Bounds.defaults.fileBytes)
        } catch .noSuchFileOrDirectory {
            return .values([:])
        } catch .fileTooLarge {
            return .damaged(
                "Cannot read \(file), so only values that were set since are known: it has more than 64 MiB.")
        } catch {
            return .failed(error)
        }
        guard !bytes.isEmpty else { return isFresh(file) ? .unsettled : .values([:]) }
        do throws(ManifestError) {
            let list = try PropertyListValue(parsing: bytes, file: file.string, within: .defaults)
            guard let values = list.dictionary else {
                return isFresh(file)
                    ? .unsettled
                    : .damaged("Cannot use \(file), because it contains \(list.kindName) in place of a dictionary.")
            }
            return .values(values)
        } catch {
            return isFresh(file)
                ? .unsettled
                : .damaged(
                    "Cannot read \(file), so only values that were set since are known: it contains \(error.found), expected \(error.expected)."
                )
        }
    }

    /// How long a program may take to write a file, in seconds.
    private static let settlingTime = 2

    private static func isFresh(_ file: FilePath) -> Bool {
        var status = stat()
        guard file.withPlatformString({ lstat($0, &status) }) == 0 else { return false }
        // The time of a file can be any number, and in the future.
        return (0..<settlingTime).contains(time(nil) &- status.st_mtim.tv_sec)
    }
}

/// The folder of a domain's journals.
enum DefaultsFolder {
    /// Opens the folder, which must not be a link.
    ///
    /// - Throws: the kernel's error.
    static func open(_ journals: FilePath) throws(Errno) -> Folder {
        guard let name = journals.lastComponent else { throw .invalidArgument }
        return try Folder(at: journals.removingLastComponent()).folder(name)
    }

    /// Creates the folder with its first journal, both at once. Does nothing if it exists.
    ///
    /// - Throws: the kernel's error.
    static func create(_ journals: FilePath) throws(Errno) {
        let parent = journals.removingLastComponent()
        // Only this folder: without the one around it, the container is gone.
        guard parent.withPlatformString({ mkdir($0, 0o700) }) == 0 || Errno.current == .fileExists else {
            throw .current
        }
        let temporary = FilePath("\(journals).\(getpid()).\(UInt32.random(in: .min ... .max))")
        guard temporary.withPlatformString({ mkdir($0, 0o700) }) == 0 else { throw .current }
        let first = temporary.appending("1")
        do throws(Errno) {
            _ = try Descriptor(opening: first, O_WRONLY | O_CREAT | O_EXCL)
            let moved = temporary.withPlatformString { from in journals.withPlatformString { rename(from, $0) } }
            if moved == 0 { return }
            let error = Errno.current
            guard error == .fileExists || error == .directoryNotEmpty else { throw error }
        } catch {
            remove(temporary, first)
            throw error
        }
        remove(temporary, first)
    }

    private static func remove(_ folder: FilePath, _ file: FilePath) {
        _ = file.withPlatformString { unlink($0) }
        _ = folder.withPlatformString { rmdir($0) }
    }
}
