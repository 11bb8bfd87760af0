import AppexModel
package import AppexSigning
import AppexSystem
import Glibc
package import SystemPackage

/// A file with code as it was installed, by which a later change is noticed before the code is run.
///
/// The digest is of the content. That the file is still the same one, of the same size and with the same times, shows without
/// reading it that the content has not changed: the kernel sets the time of the last change, and no process can set it back.
package struct CodeSeal: Sendable, Hashable {
    /// The digest of the file.
    package let digest: FileDigest
    /// The number, size and times of the file. They differ after the device has been moved to another file system.
    package let stamp: FileStamp

    init(digest: FileDigest, stamp: FileStamp) {
        self.digest = digest
        self.stamp = stamp
    }
}

/// The program of an app or extension as it was installed, and what it can load.
package struct ProgramSeal: Sendable, Hashable {
    /// The program itself.
    package let program: CodeSeal
    /// The other files with code of the bundle, and for an extension the frameworks of its app, by path relative to the app's
    /// bundle.
    package let libraries: [FilePath: CodeSeal]

    init(program: CodeSeal, libraries: [FilePath: CodeSeal] = [:]) {
        self.program = program
        self.libraries = libraries
    }

    /// The text in the registry: a line for each file, with digest, stamp and path. The program comes first, without a path.
    var text: String {
        let sorted = libraries.map { ($0.key.string, $0.value) }.sorted { $0.0 < $1.0 }
        return ([("", program)] + sorted).map { "\($1.digest)\t\($1.stamp.text)\t\($0)" }.joined(separator: "\n")
    }

    /// Reads the text in the registry; nil if it is not one.
    init?(text: String) {
        var files: [FilePath: CodeSeal] = [:]
        for line in text.parts(at: "\n") {
            let fields = line.parts(at: "\t", atMost: 2, keepsEmpty: true)
            guard fields.count == 3, let digest = FileDigest(hexadecimal: fields[0].utf8),
                fields[2].isEmpty || FileNameRule.isValidPath(String(fields[2]))
            else { return nil }
            let seal = CodeSeal(digest: digest, stamp: FileStamp(text: String(fields[1])))
            guard files.updateValue(seal, forKey: FilePath(String(fields[2]))) == nil else { return nil }
        }
        guard let program = files.removeValue(forKey: "") else { return nil }
        self.init(program: program, libraries: files)
    }
}

/// The inode, size and times of a file.
package struct FileStamp: Sendable, Hashable {
    let text: String

    init(text: String) { self.text = text }

    init(_ status: stat) {
        text =
            "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) "
            + "\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
    }

    /// The stamp of the file at a path, which is not a symbolic link.
    ///
    /// - Throws: the kernel's error.
    package init(of path: FilePath) throws(Errno) {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { throw Errno(rawValue: Glibc.errno) }
        self.init(status)
    }
}
