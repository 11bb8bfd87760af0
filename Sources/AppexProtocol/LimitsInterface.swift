package import AppexWire

extension BrokerInterface {
    /// By which means limits are kept on this machine: for each of them a name, whether the means are the best there are,
    /// and what they are.
    package struct Enforcement: WireRequest {
        package typealias Reply = WireList<WallRecord>
        package static let code: UInt16 = 0x114

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }
}
