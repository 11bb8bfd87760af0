import AppexProtocol
import AppexSystem
import Glibc
import SystemPackage

extension ProcessRecord {
    /// Fills in memory and processor time, as `/proc` tells them at this moment; what cannot be read stays 0.
    mutating func measure() {
        guard pid > 0 else { return }
        // Pages: all, in memory, of these shared.
        let pages = Self.numbers(of: "/proc/\(pid)/statm")
        if pages.count > 2 { memory = UInt64(max(0, pages[1] - pages[2])) * UInt64(Self.pageSize) }
        // The fields behind the name: state, parent …; the twelfth and thirteenth are times in ticks.
        let times = Self.numbers(of: "/proc/\(pid)/stat", behind: ")")
        if times.count > 12 { processorTime = UInt64(max(0, times[11] + times[12])) * 1_000_000 / UInt64(Self.ticks) }
    }

    private static let pageSize = max(1, sysconf(CInt(_SC_PAGESIZE)))
    private static let ticks = max(1, sysconf(CInt(_SC_CLK_TCK)))

    /// The numbers of a file with one line; a field that is none counts as 0.
    private static func numbers(of path: String, behind mark: Character? = nil) -> [Int] {
        guard let file = try? Descriptor(opening: FilePath(path), O_RDONLY),
            let bytes = try? Pipe.readAll(file, limit: 4096, milliseconds: 0)
        else { return [] }
        var text = String(decoding: bytes, as: UTF8.self)[...]
        if let mark { text = text[(text.lastIndex(of: mark) ?? text.startIndex)...].dropFirst() }
        return text.split(whereSeparator: \.isWhitespace).map { Int($0) ?? 0 }
    }
}
