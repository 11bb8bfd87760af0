/// Makes an extension's texts safe to display.
package enum ViewText {
    /// Returns the text without control characters, except line feed and tab, and without characters that hide text or
    /// reorder the text around them (embeddings, overrides and isolates). The marks LRM, RLM and ALM stay.
    package static func cleaned(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isRemoved) else { return text }
        var scalars = text.unicodeScalars
        scalars.removeAll(where: isRemoved)
        return String(scalars)
    }

    private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00..<0x20, 0x7F..<0xA0: true
        // LRE, RLE, PDF, LRO, RLO; LRI, RLI, FSI, PDI; deprecated format characters; line and paragraph separator.
        case 0x202A...0x202E, 0x2066...0x206F, 0x2028, 0x2029: true
        // Tags, which hide text in text, and annotation marks.
        case 0xE0000...0xE007F, 0xFFF9...0xFFFB: true
        default: false
        }
    }
}
