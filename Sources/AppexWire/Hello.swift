/// The body of the hello frame: who speaks, and which versions of the protocol it knows.
package struct Hello: WireValue, Sendable, Equatable {
    /// "APPX".
    package static let magic: UInt32 = 0x5850_5041
    /// The only version so far.
    package static let current: ClosedRange<UInt16> = 1...1

    package var versions: ClosedRange<UInt16>
    /// What the speaker says it is; for logs only.
    package var role: String

    package init(role: String, versions: ClosedRange<UInt16> = current) {
        self.role = role
        self.versions = versions
    }

    /// The highest version that both know; nil when there is none.
    package func common(with other: Hello) -> UInt16? {
        let upper = min(versions.upperBound, other.versions.upperBound)
        return upper >= max(versions.lowerBound, other.versions.lowerBound) ? upper : nil
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
        role = try decoder.string()
    }
}
