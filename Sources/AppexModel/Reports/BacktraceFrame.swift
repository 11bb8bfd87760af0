/// A stack frame of a crashed program.
///
/// The crashing process itself reports it, so it is untrusted.
package struct BacktraceFrame: Codable, Sendable, Equatable {
    /// The file name of the program or library; `?` for code outside of any module.
    package var module: String
    /// The offset in the module, as tools that read its file count it, such as `0x1a2b`; without a module, the address.
    package var offset: String
    /// The symbol and the offset in it, such as `$s5Sepia6… + 0x1f`; nil if it is unknown.
    package var function: String?

    /// The maximum number of frames of a report. It must equal `FRAME_MAX` in Sources/CAppexShims/crash.c.
    package static let limit = 64
    /// The beginning of a line that reports a frame. It must equal `APPEX_FRAME_MARK` in CAppexShims.
    package static let mark = "appex-frame"
    /// The maximum lengths of the names of modules and functions, in bytes.
    package static let moduleBytes = 256, functionBytes = 512

    /// Creates a frame.
    package init(module: String, offset: String, function: String? = nil) {
        self.module = module
        self.offset = offset
        self.function = function
    }

    /// Parses a line in which a crashing process reports a frame.
    ///
    /// - Returns: the frame and its number, from 0; nil if the line does not report one.
    package static func read(_ line: String) -> (number: Int, frame: BacktraceFrame)? {
        let parts = line.parts(at: " ", atMost: 4, keepsEmpty: true)
        guard parts.count >= 4, parts[0].utf8.elementsEqual(mark.utf8), let number = Int(parts[1]),
            (0..<limit).contains(number),
            parts[2].utf8.count <= moduleBytes, parts[3].utf8.count <= 18, parts[3].begins(with: "0x")
        else { return nil }
        let function = parts.count > 4 ? String(parts[4]).shortened(toBytes: functionBytes) : nil
        return (number, BacktraceFrame(module: String(parts[2]), offset: String(parts[3]), function: function))
    }
}
