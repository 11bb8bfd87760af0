import AppexModel
import SwiftASN1
import X509

/// Who has signed a bundle.
package struct Signer: Sendable, Hashable {
    /// The name in the certificate. Anybody can choose any name; it is safe to display.
    package let name: String
    /// The SHA-256 of the public key to which the certificate leads, in hexadecimal digits. Two bundles with the same
    /// fingerprint are of the same maker.
    package let fingerprint: String

    /// Creates a signer from what was recorded.
    package init(name: String, fingerprint: String) {
        self.name = name
        self.fingerprint = fingerprint
    }

    /// The identifier of the maker's team: ten letters and digits, which are the beginning of the fingerprint in base 32.
    ///
    /// ## Difference from Apple
    /// Apple assigns teams. Here a team is whoever has the key, so that nobody else can claim it.
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
}

extension Certificate {
    /// The SHA-256 of the public key, in hexadecimal digits.
    var fingerprint: String { FileDigest(of: Array(publicKey.subjectPublicKeyInfoBytes)).description }

    /// The common name of the subject, in one line; "nobody" if it has none.
    var displayName: String {
        for name in subject {
            for attribute in name where attribute.type == .RDNAttributeType.commonName {
                if let text = String(attribute.value) { return String(text.tamed().prefix(100)) }
            }
        }
        return "nobody"
    }
}
