import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc

/// The state of a package's sources, by which a change of one of them is noticed.
struct SourceSnapshot: Equatable {
    private struct Mark: Equatable {
        let seconds: Int
        let nanoseconds: Int
        let bytes: Int
    }

    /// Folders that are not part of the sources, and files whose number grows while they are looked at.
    private static let otherFolders: Set<String> = [".build", ".git", ".swiftpm", "node_modules"]
    /// More files are not watched.
    private static let mostFiles = 100_000

    private var marks: [String: Mark] = [:]

    /// The paths of the files, relative to the folder, in the order of their names.
    var paths: [String] { marks.keys.sorted() }

    /// Reads the state of all files in a folder, except in `.build`, `.git` and the like. Files that begin with a period
    /// or end with `~` do not count, as editors write such ones beside those that are edited.
    init(of folder: String) {
        let files = FileManager.default.enumerator(atPath: folder)
        while let path = files?.nextObject() as? String, marks.count < Self.mostFiles {
            let name = (path as NSString).lastPathComponent
            if Self.otherFolders.contains(name) { files?.skipDescendants() }
            guard !name.hasPrefix("."), !name.hasSuffix("~"), name != GeneratedSource.name else { continue }
            var status = stat()
            guard lstat("\(folder)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            marks[path] = Mark(
                seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, bytes: Int(status.st_size))
        }
    }

    /// The first file, by its path, that is new, changed or gone since an earlier state; nil if there is none.
    func change(since earlier: SourceSnapshot) -> String? {
        Set(marks.keys).union(earlier.marks.keys).sorted().first { marks[$0] != earlier.marks[$0] }
    }

    /// Waits until the sources differ from this state, and have then been the same for a moment: editors write a file in
    /// several steps.
    ///
    /// - Returns: the new state, and the path of a file that changed.
    /// - Throws: `CancellationError`.
    static func next(after state: SourceSnapshot, in folder: String) async throws -> (SourceSnapshot, changed: String) {
        while true {
            try await Task.sleep(for: .milliseconds(300))
            var current = SourceSnapshot(of: folder)
            guard let changed = current.change(since: state) else { continue }
            while true {
                try await Task.sleep(for: .milliseconds(200))
                let later = SourceSnapshot(of: folder)
                if later == current { return (later, changed) }
                current = later
            }
        }
    }
}
