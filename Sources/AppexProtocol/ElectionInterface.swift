package import AppexModel
package import AppexWire

extension BrokerInterface {
    /// Records what the user says about an extension. The reply holds its copies, the one in use first; none when
    /// something was taken back that was said about an extension which is no longer installed.
    package struct Elect: WireRequest {
        package typealias Reply = WireList<ExtensionRecord>
        package static let code: UInt16 = 0x10D
        package var identifier: String
        package var election: Election
        /// With `use`: it is listed before all others.
        package var isFirst: Bool

        package init(identifier: String, election: Election, isFirst: Bool = false) {
            self.identifier = identifier
            self.election = election
            self.isFirst = isFirst
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.string(identifier)
            try encoder.string(election.rawValue)
            encoder.boolean(isFirst)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            identifier = try decoder.string()
            election = try decoder.word()
            isFirst = try decoder.boolean()
        }
    }
}
