import AppexModel
import AppexSystem
import Glibc
import SystemPackage

/// Where Swift's shared libraries are.
enum SwiftRuntime {
    /// The folders that extensions have to see, besides those of the system, to be linked with the
    /// same runtime as the broker. Empty when the broker is linked statically.
    ///
    /// Taken from the broker's own memory map and not from an extension's program, which could
    /// otherwise name any folder it likes to see.
    static let folders: [FilePath] = {
        for line in memoryMap.parts(at: "\n") where line.ends(with: "/libswiftCore.so") {
            // Own text: the memory map of this process.
            guard let start = line.firstIndex(of: "/") else { continue }
            let folder = FilePath(String(line[start...])).removingLastComponent()
            return folder.starts(with: "/usr/lib") ? [] : [folder]
        }
        return []
    }()

    /// The kernel gives the map a page at a time, and Foundation takes the first page for all of it.
    private static var memoryMap: String {
        guard let file = try? Descriptor(opening: "/proc/self/maps", O_RDONLY),
            // A program with a thousand libraries has 4 MiB of it.
            let bytes = try? Pipe.readAll(file, limit: 4 << 20, milliseconds: 1000)
        else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
