import Glibc

/// Another program that measures, and prints what it has found.
enum Command {
    /// Runs it to its end.
    ///
    /// - Parameter words: the program and its arguments, without apostrophes.
    /// - Returns: the lines that it prints.
    /// - Throws: ``BenchmarkError`` when it fails; it has said why.
    static func lines(_ words: [String]) throws -> [String] {
        let command = words.map { "'\($0)'" }.joined(separator: " ")
        guard let pipe = popen(command, "r") else { throw BenchmarkError("cannot be started: \(command)") }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { text += buffer.prefix(count) }
        guard pclose(pipe) == 0 else { throw BenchmarkError("failed: \(command)") }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
