import AppexModel

/// What `swift` says when it fails, as far as the user needs it.
struct ToolMessages {
    /// The maximum number of errors that are repeated.
    private static let listed = 5
    /// The maximum length of an error in bytes.
    private static let bytes = 600

    /// A package that could not be fetched.
    struct MissingPackage: Equatable {
        /// The address of its repository.
        let address: String
        /// What the program that fetches it has said last.
        let reason: String
    }

    /// Each error with the lines that belong to it, without repetitions.
    private let errors: [[Substring]]
    private let output: String

    /// Reads the output of `swift`.
    init(_ output: String) {
        self.output = output
        var errors: [[Substring]] = []
        var isError = false
        for bytes in output.utf8.split(separator: 0x0A) {
            let line = Self.trimmed(bytes)
            if bytes.starts(with: "error: ".utf8) {
                isError = true
                errors.append([Substring(line.utf8.dropFirst(7))])
            } else if line.contains(": error: ") {
                // An error of the compiler, without the excerpt of the source that follows.
                isError = false
                errors.append([line])
            } else if isError, bytes.first.map(Self.isSpace) == true {
                errors[errors.count - 1].append(line)
            } else {
                isError = false
            }
        }
        var seen: Set<[Substring]> = []
        errors = errors.filter { seen.insert($0).inserted }
        // What the compiler has said of a manifest says more than the command by which it was compiled.
        let others = errors.filter { !($0.first?.contains("Invalid manifest (compiled with: ") ?? false) }
        self.errors = others.isEmpty ? errors : others
    }

    /// The first package that could not be fetched; nil if something else has failed.
    var missingPackage: MissingPackage? {
        for error in errors {
            guard let first = error.first,
                let match = first.firstMatch(
                    of: /^Failed to (?:clone|fetch updates from) (?:the )?repository (\S{1,2000}?):?\s*$/)
            else { continue }
            // Advice of git follows its first error.
            let fatal = error.first { $0.utf8.starts(with: "fatal: ".utf8) }.map { $0.utf8.dropFirst(7) }
            var reason = fatal ?? error.last?.utf8 ?? first.utf8
            if reason.last == UInt8(ascii: ".") { reason.removeLast() }
            return MissingPackage(
                address: String(match.1), reason: String(Substring(reason)).shortened(toBytes: Self.bytes))
        }
        return nil
    }

    /// The errors in one line, at most five of them; the output if it has none.
    var summary: String {
        guard !errors.isEmpty else { return output }
        let texts = errors.prefix(Self.listed).map { $0.joined(separator: " ").shortened(toBytes: Self.bytes) }
        return texts.joined(separator: " ")
            + (errors.count > Self.listed ? " And \(errors.count - Self.listed) more errors." : "")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// A line without spaces at its beginning and end.
    private static func trimmed(_ line: Substring.UTF8View) -> Substring {
        var rest = line.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return Substring(rest)
    }
}
