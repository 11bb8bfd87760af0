import FoundationEssentials
import SystemPackage

/// Where Swift's shared libraries are.
enum SwiftRuntime {
    /// The folders that extensions have to see, besides those of the system, to be linked with the
    /// same runtime as the broker. Empty when the broker is linked statically.
    ///
    /// Taken from the broker's own memory map and not from an extension's program, which could
    /// otherwise name any folder it likes to see.
    static let folders: [FilePath] = {
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return [] }
        for line in maps.split(separator: "\n") where line.hasSuffix("/libswiftCore.so") {
            guard let start = line.firstIndex(of: "/") else { continue }
            let folder = FilePath(String(line[start...])).removingLastComponent()
            return folder.starts(with: "/usr/lib") ? [] : [folder]
        }
        return []
    }()
}
