/// Where a program was when it crashed: one of the functions that had called each other.
///
/// The crashing process tells it, so all of it may be a lie.
package struct BacktraceFrame: Codable, Sendable, Equatable {
    /// The file name of the program or library; `?` for code that is in none.
    package var module: String
    /// How far into the module, as tools that read its file count: `0x1a2b`. Without a module an address.
    package var offset: String
    /// The function as the linker names it, and how far into it: `$s5Sepia6… + 0x1f`. nil when the file does not tell.
    package var function: String?

    /// Frames that a report holds; the other side of this is `FRAME_MAX` in Sources/CAppexShims/crash.c.
    package static let limit = 64
    /// How such a line begins; the other side of this is `APPEX_FRAME_MARK` in CAppexShims.
    package static let mark = "appex-frame"
    /// Bytes of a module's name and of a function's. A character can have any number of bytes.
    package static let moduleBytes = 256, functionBytes = 512

    package init(module: String, offset: String, function: String? = nil) {
        self.module = module
        self.offset = offset
        self.function = function
    }

    /// Reads a line in which a crashing process tells of a frame.
    ///
    /// - Returns: the frame and its number, from 0; nil for any other line.
    package static func read(_ line: String) -> (number: Int, frame: BacktraceFrame)? {
        let parts = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] == mark, let number = Int(parts[1]), (0..<limit).contains(number),
            parts[2].utf8.count <= moduleBytes, parts[3].utf8.count <= 18, parts[3].hasPrefix("0x")
        else { return nil }
        let function = parts.count > 4 ? String(parts[4]).shortened(toBytes: functionBytes) : nil
        return (number, BacktraceFrame(module: String(parts[2]), offset: String(parts[3]), function: function))
    }
}
