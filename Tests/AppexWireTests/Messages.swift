import AppexWire

/// A request that a test's peer answers with what it carries.
struct Echo: WireRequest, Equatable {
    typealias Reply = Echo
    static let code: UInt16 = 1
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(_ number: Int) { bytes = Array("\(number)".utf8) }
    func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.data(bytes) }
    init(from decoder: inout WireDecoder) throws(WireError) { bytes = try decoder.data() }

    var number: Int? { Int(String(decoding: bytes, as: UTF8.self)) }
}

/// A message that is not answered.
struct Note: WireMessage, Equatable {
    static let code: UInt16 = 2
    var number: UInt64

    init(_ number: UInt64) { self.number = number }
    func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(number) }
    init(from decoder: inout WireDecoder) throws(WireError) { number = try decoder.integer() }
}
