package import AppexWire

/// An `NSError` on its way. Values of its `userInfo` that are no item values stay behind.
package struct ErrorDescription: WireValue, Sendable, Equatable {
    package var domain: String
    package var code: Int64
    package var userInfo: [String: ItemValue]

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
