package import AppexWire

/// An `NSError` on the wire, without those values of its `userInfo` that cannot be sent. Its texts are shortened to the bounds of
/// ``TextLimits``, so that hosts can show them.
package struct ErrorDescription: WireRecord, Sendable, Equatable {
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

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        domain = try field(\.domain, .label(atMost: TextLimits.identifierBytes))
        code = try field(\.code, .i64)
        userInfo = try field(\.userInfo, .errorValues)
    }
}
