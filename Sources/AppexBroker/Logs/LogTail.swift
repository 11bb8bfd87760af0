/// The last lines that an extension printed, for the report of its end.
struct LogTail {
    private(set) var lines: [[UInt8]] = []
    private var bytes = 0

    static let lineLimit = 50
    static let byteLimit = 8 << 10

    /// Takes a line, and lets the oldest go when there are too many.
    mutating func append(_ line: [UInt8]) {
        lines.append(line)
        bytes += line.count
        while lines.count > Self.lineLimit || bytes > Self.byteLimit { bytes -= lines.removeFirst().count }
    }

    /// The lines as texts without anything that could steer a terminal.
    var texts: [String] {
        lines.map { line in
            let text = String(decoding: line, as: UTF8.self)
            return String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isSteering($0) ? " " : $0 }))
        }
    }

    /// The last line in which Swift says why it stops the program.
    var fatalError: String? {
        texts.last { $0.contains("Fatal error") }
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Format characters turn the direction of writing round, among others.
        case .control, .format: scalar != "\t"
        default: false
        }
    }
}
