import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenUniformTypeIdentifiers
import Synchronization

/// Where a coordinated item is.
struct ItemLocation {
    /// The path of the item, without symbolic links on the way to it.
    let path: String
    /// The path of the outermost file package around the item; otherwise that of the item.
    let package: String

    /// Finds an item, which need not exist.
    ///
    /// - Parameter resolvesLink: whether the item is what a symbolic link leads to, and not the link.
    /// - Throws: ``FileCoordinationError/Code/unsuitableURL``.
    init(_ url: URL, resolvesLink: Bool = false) throws(FileCoordinationError) {
        guard url.isFileURL else {
            throw FileCoordinationError(
                .unsuitableURL, "The access to \(url) cannot be coordinated: it is not the URL of a file.")
        }
        guard let path = Self.path(url.absoluteURL.path, resolvesLink),
            path.utf8.count <= CoordinationInterface.pathBytes
        else {
            throw FileCoordinationError(
                .unsuitableURL,
                "The access to \(url) cannot be coordinated: its path is too long, or not text in UTF-8.")
        }
        self.path = path
        package = Self.outermostPackage(path)
    }

    /// The URL of the item.
    var url: URL { URL(fileURLWithPath: path) }

    /// Whether a path is another one, or leads to something in it. Names that Unicode considers equal are different.
    static func covers(_ folder: String, _ path: String) -> Bool {
        path.utf8.elementsEqual(folder.utf8) || path.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
    }

    /// Whether there is something at a path. A link counts, wherever it leads.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether the extension of a folder's name makes it a file package.
    static func isPackage(named name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return false }
        let suffix = name[name.utf8.index(after: dot)...].lowercased()
        return packageExtensions.withLock { known in
            if let isOne = known[suffix] { return isOne }
            let isOne = UTType(filenameExtension: suffix, conformingTo: .directory)?.conforms(to: .package) == true
            // The extensions of files in a folder can be anything.
            if known.count >= 256 { known = [:] }
            known[suffix] = isOne
            return isOne
        }
    }

    private static let packageExtensions = Mutex<[String: Bool]>([:])

    private static func path(_ text: String, _ resolvesLink: Bool) -> String? {
        guard text.begins(with: "/"), !text.utf8.contains(0) else { return nil }
        var components = text.parts(at: "/")[...]
        guard let name = components.last else { return "/" }
        if resolvesLink || name == "." || name == "..", let real = real(text) { return real }
        // What does not exist has no links.
        var missing: [Substring] = [components.removeLast()]
        while true {
            if let folder = real("/" + components.joined(separator: "/")) { return appended(missing, to: folder) }
            guard let next = components.popLast() else { return nil }
            missing.insert(next, at: 0)
        }
    }

    private static func appended(_ names: [Substring], to folder: String) -> String {
        var components = folder.parts(at: "/")
        for name in names where name != "." {
            if name == ".." { _ = components.popLast() } else { components.append(name) }
        }
        return "/" + components.joined(separator: "/")
    }

    /// The path without symbolic links; nil if nothing is there.
    private static func real(_ path: String) -> String? {
        guard let buffer = realpath(path, nil) else { return nil }
        defer { free(buffer) }
        return String(validatingCString: buffer)
    }

    private static func outermostPackage(_ path: String) -> String {
        // Most paths have no name with a dot before the last one.
        guard let last = path.utf8.lastIndex(of: UInt8(ascii: "/")), path[..<last].utf8.contains(UInt8(ascii: "."))
        else {
            return path
        }
        var end = path.startIndex
        for component in path[..<last].parts(at: "/") {
            end = component.endIndex
            if isPackage(named: String(component)) { return String(path[..<end]) }
        }
        return path
    }
}
