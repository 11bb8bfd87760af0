/// A folder of a project of Xcode 16 or later whose files belong to targets without being listed
/// (`PBXFileSystemSynchronizedRootGroup`).
struct SynchronizedFolder {
    /// The maximum number of files in one folder.
    static let files = 20_000
    /// The maximum depth of folders.
    static let depth = 32

    /// The items of a folder, each with its path relative to the folder.
    private(set) var items: [(relative: String, item: ProjectItem)] = []
    /// Whether there are more items than are read.
    private(set) var isCut = false

    /// Reads a folder.
    ///
    /// - Parameter folder: the folder that all files have to be in.
    /// - Parameter path: the absolute path of the synchronized folder.
    /// - Parameter folders: the paths, relative to it, of folders that are copied as a whole.
    init(in folder: ProjectFolder, path: String, folders: Set<String>) {
        // Names in the order of a walk, the last first.
        var open = folder.names(in: path).reversed().map { (relative: $0, depth: 0) }
        var visited: Set<String> = []
        while let (relative, depth) = open.popLast() {
            let name = ProjectFolder.name(of: relative)
            guard !name.hasPrefix("."), let resolved = try? folder.resolving(path + "/" + relative) else { continue }
            guard items.count < Self.files, depth < Self.depth else {
                isCut = true
                return
            }
            let localization = relative.split(separator: "/").dropLast().last { $0.hasSuffix(".lproj") }.map(
                String.init)
            let isFolder = folder.isFolder(resolved)
            if isFolder, !folders.contains(relative), !FileKind.isPackage(name) {
                // A symbolic link can lead to a folder that contains it.
                guard visited.insert(resolved).inserted else { continue }
                for child in folder.names(in: resolved).reversed() { open.append((relative + "/" + child, depth + 1)) }
            } else {
                items.append(
                    (relative, ProjectItem(path: resolved, localization: localization, isFolder: isFolder)))
            }
        }
    }
}

/// The files of a folder that is not part of an Xcode project, such as that of a local package.
package enum SynchronizedItems {
    /// The Swift sources in a folder and in its folders.
    ///
    /// - Parameter path: the absolute path of the folder.
    /// - Parameter folder: the folder that all files have to be in.
    package static func sources(in path: String, of folder: ProjectFolder) -> [ProjectItem] {
        SynchronizedFolder(in: folder, path: path, folders: []).items.map(\.item).filter { FileKind($0.path) == .swift }
    }
}
