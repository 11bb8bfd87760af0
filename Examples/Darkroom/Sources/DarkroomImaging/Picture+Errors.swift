import CVips
import Foundation

extension Picture {
    /// The error of an operation of libvips that has failed.
    ///
    /// Reading is lazy: damage further down in the file shows when the pixels are computed.
    static func failure(_ step: String) -> ImagingError {
        let words = lastLibraryError()
        // libvips adds these words to what the operating system says, for example about a full disk.
        let isOfSystem = ["unix error", "system error", "unable to write", "write failed"].contains {
            words.contains($0)
        }
        return isOfSystem ? .failed(step: step, reason: words) : .unreadable(reason: reasonUnreadable(words))
    }

    /// Why libvips could not read a picture, in words for people who do not know it.
    static func reasonUnreadable(_ words: String) -> String {
        let isUnsupported = ["is blocked", "not in a known format"].contains { words.contains($0) }
        return isUnsupported ? "its format is not supported" : "it is damaged"
    }

    /// What libvips says about its last failure, as one line.
    static func lastLibraryError() -> String {
        defer { vips_error_clear() }
        let text = String(cString: vips_error_buffer())
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.isEmpty ? "no reason is known" : lines.joined(separator: "; ")
    }
}
