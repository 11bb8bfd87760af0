import OpenFoundation

/// What the arguments ask for.
enum Invocation {
    /// Prints how the program is used.
    case help
    /// Starts and kills writers, and checks what they have written.
    case stress(StressPlan)
    /// Writes until the standard input is closed. This is how the program starts its writers.
    case writer(author: String, StressPlace)

    static let usage =
        "usage: ledger-stress --writers N --seconds S [--kill] [--folder F] [--seed X]   (N 1...64, S 1...3600)"

    /// - Throws: ``UsageError``.
    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        var values: [String: String] = [:]
        var kills = false
        var rest = arguments
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h":
                self = .help
                return
            case "--kill": kills = true
            case "--writers", "--seconds", "--folder", "--seed", "--author":
                guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value.") }
                values[option] = value
            default: throw UsageError("The argument \(option) is not known.")
            }
        }
        if let author = values["--author"], let folder = values["--folder"] {
            self = .writer(author: author, StressPlace(folder: URL(filePath: folder)))
            return
        }
        self = .stress(
            StressPlan(
                writers: try Self.number(values, "--writers", in: 1...64),
                seconds: try Self.number(values, "--seconds", in: 1...3600),
                kills: kills,
                folder: values["--folder"].map { URL(filePath: $0) },
                seed: values["--seed"] == nil
                    ? UInt64.random(in: 0...UInt64(UInt32.max))
                    : try Self.number(values, "--seed", in: 0...UInt64.max)))
    }

    private static func number<Number: FixedWidthInteger>(
        _ values: [String: String], _ option: String, in range: ClosedRange<Number>
    ) throws(UsageError) -> Number {
        guard let text = values[option] else { throw UsageError("\(option) is missing.") }
        guard let number = Number(text), range.contains(number) else {
            throw UsageError(
                "\(option) is \(text); it has to be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}

/// The arguments are not those of the program.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
