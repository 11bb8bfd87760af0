import AppexManifest

/// The body of the hello frame: the role of the sender and the protocol versions that it supports.
package struct Hello: WireValue, Sendable, Equatable {
    /// The first four bytes, "APPX".
    package static let magic: UInt32 = 0x5850_5041
    /// The versions that this implementation supports.
    package static let current: ClosedRange<UInt16> = 1...1

    /// The versions that the sender supports.
    package var versions: ClosedRange<UInt16>
    /// The role that the sender claims; only for logs. Longer than ``roleBytes``, it is shortened when it is decoded.
    package var role: String
    /// The largest role in bytes.
    package static let roleBytes = 64

    /// Creates a hello.
    package init(role: String, versions: ClosedRange<UInt16> = current) {
        self.role = role
        self.versions = versions
    }

    /// The highest version that both ends support; nil if there is none.
    package func common(with other: Hello) -> UInt16? {
        let upper = min(versions.upperBound, other.versions.upperBound)
        return upper >= max(versions.lowerBound, other.versions.lowerBound) ? upper : nil
    }

    /// A range of versions, for display.
    package static func text(_ versions: ClosedRange<UInt16>) -> String {
        versions.count == 1
            ? "version \(versions.lowerBound)" : "versions \(versions.lowerBound) to \(versions.upperBound)"
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(Self.magic)
        encoder.integer(versions.lowerBound)
        encoder.integer(versions.upperBound)
        try encoder.string(role)
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        guard try decoder.integer(UInt32.self) == Self.magic else { throw .malformed("no hello") }
        let lower = try decoder.integer(UInt16.self)
        let upper = try decoder.integer(UInt16.self)
        guard lower <= upper else { throw .malformed("versions \(lower) to \(upper)") }
        versions = lower...upper
        role = try decoder.string().shortened(toBytes: Self.roleBytes)
    }
}
