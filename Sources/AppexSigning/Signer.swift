import AppexModel

/// Who has signed a bundle.
package struct Signer: Sendable, Hashable {
    /// The name that the maker has chosen. Anybody can choose any name; it is safe to display.
    package let name: String
    /// The SHA-256 of the maker's first key, in hexadecimal digits.
    package let fingerprint: String
    /// Whether the fingerprint is that of the key of a certificate, with which earlier versions have signed.
    package let isOfCertificate: Bool

    /// The maximum length of a name in characters.
    private static let nameLimit = 100

    /// Creates a signer from what was recorded.
    package init(name: String, fingerprint: String, isOfCertificate: Bool = false) {
        self.name = name
        self.fingerprint = fingerprint
        self.isOfCertificate = isOfCertificate
    }

    /// Whether two signers have the same first key, whatever they call themselves.
    package func isSameMaker(as other: Signer?) -> Bool {
        fingerprint == other?.fingerprint && isOfCertificate == other?.isOfCertificate
    }

    /// The identifier of the maker's team: ten letters and digits, which are the beginning of the fingerprint in base 32.
    ///
    /// ## Difference from Apple
    /// Apple assigns teams. Here a team is whoever has the first key, so that nobody else can claim it.
    package var team: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var bits: UInt64 = 0
        for digit in fingerprint.utf8.prefix(16) { bits = bits << 4 | UInt64(Self.value(digit)) }
        let letters = (0..<10).map { alphabet[Int(bits >> (59 - 5 * UInt64($0))) & 31] }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8 {
        digit >= UInt8(ascii: "a") ? digit &- UInt8(ascii: "a") &+ 10 : digit &- UInt8(ascii: "0")
    }

    /// A name that is safe to display: in one line, of at most 100 characters and 255 bytes; "nobody" if nothing is left.
    static func displayName(_ name: String) -> String {
        let line = name.tamed().escapingScalars { $0 == "\t" ? " " : nil }.shortened(toBytes: 255)
        let shown = String(line.prefix(nameLimit))
        return shown.isEmpty ? "nobody" : shown
    }
}

extension Signer {
    private static let certificatePrefix = "certificate "

    /// The signer as a device records it: the fingerprint, a space, and the name; `certificate` and a space before it for a signer of
    /// an earlier version.
    package var recorded: String { "\(isOfCertificate ? Self.certificatePrefix : "")\(fingerprint) \(name)" }

    /// Reads a signer that a device has recorded; nil if the text is not one.
    package init?(recorded text: String) {
        let isOfCertificate = text.begins(with: Self.certificatePrefix)
        let fields = text.dropFirst(isOfCertificate ? Self.certificatePrefix.count : 0)
        guard let space = fields.utf8.firstIndex(of: UInt8(ascii: " ")),
            FileDigest(hexadecimal: fields[..<space].utf8) != nil
        else {
            return nil
        }
        self.init(
            name: String(fields[fields.index(after: space)...]), fingerprint: String(fields[..<space]),
            isOfCertificate: isOfCertificate)
    }
}
