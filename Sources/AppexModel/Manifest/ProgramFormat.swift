/// The format of a bundle's program: ELF, for this machine's architecture (rule V9).
package enum ProgramFormat {
    /// The number of bytes at the beginning of a file by which its format is known.
    package static let headerBytes = 20

    /// The first bytes of a program for this machine: magic number, class, byte order, version, system, type and machine.
    package static let header: [UInt8] =
        [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, dynamicType, 0, machine, 0]

    private static let executableType: UInt8 = 2
    private static let dynamicType: UInt8 = 3

    #if arch(x86_64)
        private static let machine: UInt8 = 62
    #elseif arch(arm64)
        private static let machine: UInt8 = 183
    #endif

    /// Whether a file that begins with these bytes is ELF, whatever for.
    package static func isCode(_ start: UnsafeRawBufferPointer) -> Bool { start.prefix(4).elementsEqual(header[..<4]) }

    /// Why a file cannot be a bundle's program, as the end of a sentence about it; nil if it can.
    ///
    /// - Parameter start: the first ``headerBytes`` bytes of the file, or the whole file if it is shorter.
    package static func mistake(in start: [UInt8]) -> String? {
        if start.starts(with: Array("#!".utf8)) { return "is a script, not a program for Linux" }
        guard start.count >= headerBytes, start[..<4] == header[..<4] else { return "is not a program for Linux" }
        guard start[4...5] == header[4...5], start[18...19] == header[18...19] else {
            return "is for a machine of another architecture"
        }
        return [executableType, dynamicType].contains(start[16]) && start[17] == 0 ? nil : "is not a program for Linux"
    }
}
