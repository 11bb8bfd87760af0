package import AppexModel
package import AppexWire

extension BrokerInterface {
    /// Records what the user has chosen for an extension.
    ///
    /// - Direction: client to broker. An identifier that is not installed is answered with ``FailureCode/notFound``,
    ///   unless the request withdraws an earlier choice.
    package struct Elect: WireRequest, WireRecord {
        /// The installed copies of the extension, the one in use first; empty if it is no longer installed.
        package typealias Reply = WireList<ExtensionRecord>
        /// The message code on the wire.
        package static let code: UInt16 = 0x10D
        /// The extension's bundle identifier.
        package var identifier: String
        /// The user's choice.
        package var election: Election
        /// Whether the extension is listed before all others; only meaningful with `use`.
        package var isFirst: Bool

        /// Creates a request.
        package init(identifier: String, election: Election, isFirst: Bool = false) {
            self.identifier = identifier
            self.election = election
            self.isFirst = isFirst
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            identifier = try field(\.identifier, .string)
            election = try field(\.election, .word())
            isFirst = try field(\.isFirst, .boolean)
        }
    }
}
