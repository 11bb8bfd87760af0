import AppexModel
import Foundation

/// Values as JSON for programs, in ASCII where a terminal would be steered otherwise.
enum JSONOutput {
    /// The text of a value, with stable keys in alphabetical order.
    ///
    /// Control characters, those that turn the direction of writing round, and others that a terminal does not show are
    /// written as `\uXXXX`. They can stand only inside of strings, where that means the same.
    ///
    /// - Parameter pretty: over several lines; else on one.
    /// - Throws: `EncodingError` for a number that JSON does not have.
    static func text(of value: some Encodable, pretty: Bool) throws -> String {
        let encoded = String(decoding: try ReportJSON.encoder(pretty: pretty).encode(value), as: UTF8.self)
        var text = ""
        text.reserveCapacity(encoded.utf8.count)
        for scalar in encoded.unicodeScalars {
            guard scalar.isVisible || scalar == "\n" else {
                text += scalar.utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
                continue
            }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
