import Glibc

/// Another implementation, as a program that measures itself; `Benchmarks/Peers` has the sources.
enum Peer {
    /// Runs a peer.
    ///
    /// - Parameter arguments: words without apostrophes.
    /// - Returns: the nanoseconds that it prints; nil when `Scripts/bench` could not build it, which it has said.
    /// - Throws: ``BenchmarkError`` when the peer fails.
    static func nanoseconds(_ name: String, _ arguments: [String]) throws -> Int64? {
        guard let folder = getenv("APPEX_BENCH_PEERS").map({ String(cString: $0) }) else { return nil }
        let program = "\(folder)/\(name)"
        guard access(program, X_OK) == 0 else { return nil }
        let command = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
        guard let pipe = popen(command, "r") else { throw BenchmarkError("\(name) cannot be started") }
        var line = [CChar](repeating: 0, count: 64)
        let read = fgets(&line, CInt(line.count), pipe) != nil
        let digits = line.prefix { $0 >= 0x30 && $0 <= 0x39 }.map { UInt8(bitPattern: $0) }
        guard pclose(pipe) == 0, read, let time = Int64(String(decoding: digits, as: UTF8.self)) else {
            throw BenchmarkError("\(name) failed: \(command)")
        }
        return time
    }
}
