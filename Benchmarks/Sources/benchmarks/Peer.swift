import AppexSystem
import Glibc
import SystemPackage

/// Another implementation, as a program that measures itself; `Benchmarks/Peers` has the sources.
enum Peer {
    /// Runs a peer.
    ///
    /// - Parameter arguments: words without apostrophes.
    /// - Returns: the nanoseconds that it prints; nil when `Scripts/bench` could not build it, which it has said.
    /// - Throws: ``BenchmarkError`` when the peer fails.
    static func nanoseconds(_ name: String, _ arguments: [String]) throws -> Int64? {
        guard let program = program(name) else { return nil }
        let line = try Command.lines([program.string] + arguments).first
        guard let time = line.flatMap({ Int64($0.trimmingPrefix { $0 == " " }) }) else {
            throw BenchmarkError("\(name) printed no number: \(line ?? "nothing")")
        }
        return time
    }

    /// A peer that waits for the word to measure a block, so that it and ours can be measured by turns.
    final class Blocks: Sendable {
        let name: String
        private let socket: Descriptor

        fileprivate init(_ name: String, _ socket: consuming Descriptor) {
            self.name = name
            self.socket = socket
        }

        /// Nanoseconds of each of some calls.
        ///
        /// - Throws: ``BenchmarkError`` when the peer fails; it has said why.
        func times(_ count: Int) throws -> [Int64] {
            var request = Int32(count)
            var times = [Int64](repeating: 0, count: count)
            let size = count * MemoryLayout<Int64>.size
            guard send(socket.rawValue, &request, MemoryLayout<Int32>.size, CInt(MSG_NOSIGNAL)) > 0,
                retrying({ recv(socket.rawValue, &times, size, 0) }) == size
            else { throw BenchmarkError("\(name) failed") }
            return times
        }
    }

    /// Starts a peer with its processes on two processors. It ends with what is returned.
    ///
    /// - Returns: nil when `Scripts/bench` could not build it, which it has said.
    static func blocks(_ name: String, near: Int, far: Int) throws -> Blocks? {
        try program(name).map {
            try blocks("/usr/bin/taskset", ["-c", "\(near)", $0.string, "\(near)", "\(far)"], of: name)
        }
    }

    /// Starts a peer that launches what it measures, on whatever processor there is.
    static func launches(_ name: String) throws -> Blocks? {
        try program(name).map { try blocks($0, ["launch"], of: name) }
    }

    private static func blocks(_ program: FilePath, _ arguments: [String], of name: String) throws -> Blocks {
        let pair = try PacketSocket.pair()
        _ = try ChildProcess.start(program, arguments, environment: [:], passing: pair.second, as: Role.descriptor)
        return Blocks(name, pair.keepFirst())
    }

    /// What a process needs that starts peers: where they are, and how often to repeat what it measures.
    static var environment: [String: String] {
        CurrentProcess.environment.filter { $0.key == folderVariable || $0.key == Repetitions.variable }
    }

    private static let folderVariable = "APPEX_BENCH_PEERS"

    /// Where a peer is; nil when it could not be built.
    static func program(_ name: String) -> FilePath? {
        let program = CurrentProcess.environment[folderVariable].map { FilePath($0).appending(name) }
        return program.flatMap { access($0.string, X_OK) == 0 ? $0 : nil }
    }
}
