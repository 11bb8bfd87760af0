package import AppexWire

/// An `NSError` on the wire, without those values of its `userInfo` that cannot be sent.
package struct ErrorDescription: WireValue, Sendable, Equatable {
    /// The error domain.
    package var domain: String
    /// The error code within the domain.
    package var code: Int64
    /// Further values by key. The sender may lie: escape texts before they are shown.
    package var userInfo: [String: ItemValue]

    /// Creates a description.
    package init(domain: String, code: Int64, userInfo: [String: ItemValue]) {
        self.domain = domain
        self.code = code
        self.userInfo = userInfo
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(domain)
        encoder.integer(code)
        try encoder.value(ItemValue.dictionary(userInfo))
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        domain = try decoder.string()
        code = try decoder.integer()
        userInfo = try ItemValue.dictionary(from: &decoder, of: "the userInfo of an error")
    }
}
