import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation
import Testing

@Suite struct ItemValueTests {
    static let objects: [@Sendable () -> any NSSecureCoding & NSObject] = [
        { NSString(string: "häuser 🏠") }, { NSNumber(value: 42) }, { NSNumber(value: -1.5) }, { NSNumber(value: true) },
        { (URL(string: "https://example.org/a?b") ?? URL(fileURLWithPath: "/")) as NSURL },
        { NSDate(timeIntervalSinceReferenceDate: 12.5) },
        { NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? NSUUID() },
        { NSValue(size: NSSize(width: 64, height: 0.5)) },
        { NSError(domain: "d", code: 3, userInfo: [NSLocalizedDescriptionKey: "x"]) },
        { NSAttributedString(string: "plain") },
        { NSArray(array: ["a", 1, NSNull()]) }, { NSDictionary(dictionary: ["k": ["nested": Data([1, 2])]]) },
    ]

    @Test(arguments: objects.indices) func propertyListObjectsArriveEqual(_ index: Int) throws {
        let object = Self.objects[index]()
        let value = try #require(ItemValue(object))
        let arrived = try ItemValue(wireBytes: try value.wireBytes())
        #expect(arrived == value)
        #expect((arrived.object as? NSObject) == object)
    }

    @Test func booleansStayBooleansAndNumbersNumbers() {
        #expect(ItemValue(true) == .boolean(true))
        #expect(ItemValue(1) == .integer(1))
        #expect(ItemValue(1.0) == .real(1))
        #expect(ItemValue(NSNumber(value: 300)) == .integer(300))
    }

    @Test func `bytes of a UUID are those of its text`() throws {
        let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        #expect(ItemValue(uuid) == .uuid(0x0011_2233_4455_6677, 0x8899_AABB_CCDD_EEFF))
        #expect(try ItemValue(uuid)?.wireBytes().dropFirst() == [UInt8](Data((0..<16).map { $0 * 0x11 }))[...])
        #expect(ItemValue.uuid(0x0011_2233_4455_6677, 0x8899_AABB_CCDD_EEFF).value as? UUID == uuid)
    }

    /// The numbers that are `NSNumber`s on Apple's systems, at their bounds.
    static let numbers: [(any Sendable, ItemValue)] = [
        (Int8.min, .integer(-128)), (Int8(1), .integer(1)), (UInt8.max, .integer(255)), (UInt8(0), .integer(0)),
        (Int16.min, .integer(-32_768)), (UInt16.max, .integer(65_535)), (Int32.min, .integer(-2_147_483_648)),
        (UInt32.max, .integer(4_294_967_295)), (Int64.min, .integer(.min)), (Int.max, .integer(.max)),
        (UInt64(Int64.max), .integer(.max)), (UInt64(Int64.max) + 1, .unsigned(1 << 63)), (UInt64.max, .unsigned(.max)),
        (UInt.max, .unsigned(.max)), (Float(0.1), .real(Double(Float(0.1)))), (0.1, .real(0.1)),
        (Double.infinity, .real(.infinity)), (CGFloat(0.1), .real(0.1)), (true, .boolean(true)),
        (false, .boolean(false)),
        (Decimal(7), .integer(7)), (Decimal(UInt64.max), .unsigned(.max)),
        (Decimal(sign: .minus, exponent: -1, significand: 1), .real(-0.1)),
    ]

    @Test(arguments: numbers.indices) func `a number keeps its value, by itself and as an object`(_ index: Int) throws {
        let (number, value) = Self.numbers[index]
        #expect(ItemValue(number) == value)
        #expect(ItemValue([number]) == .array([value]))
        #expect(ItemValue(["k": number]) == .dictionary(["k": value]))
        let object = try #require(try ItemValue(wireBytes: value.wireBytes()).object as? NSNumber)
        #expect(ItemValue(object) == value)
        if let decimal = number as? Decimal { #expect(ItemValue(NSDecimalNumber(decimal: decimal)) == value) }
    }

    @Test func `objects for numbers are told from those for booleans`() {
        #expect(ItemValue(NSNumber(value: Int8(1))) == .integer(1))
        #expect(ItemValue(NSNumber(value: UInt8(0))) == .integer(0))
        #expect(ItemValue(NSNumber(value: true)) == .boolean(true))
        #expect(ItemValue(NSNumber(value: UInt64.max)) == .unsigned(.max))
        #expect(ItemValue(NSNumber(value: UInt64(Int64.max))) == .integer(.max))
    }

    @Test func `a decimal number with more digits than a real has is refused`() throws {
        let long = try #require(Decimal(string: "0.12345678901234567890123456789"))
        #expect(ItemValue(long) == nil)
        #expect(ItemValue(NSDecimalNumber(decimal: long)) == nil)
        let large = try #require(Decimal(string: "36893488147419103233"))
        #expect(ItemValue(large) == nil)
    }

    @Test(arguments: Distance.allCases) func `the largest number arrives in userInfo and as an attachment`(
        _ distance: Distance
    ) async throws {
        let provider = NSItemProvider(item: NSNumber(value: UInt64.max), typeIdentifier: "org.example.number")
        try await distance.with(provider) { provider in
            let loaded = try await provider.loadItem(forTypeIdentifier: "org.example.number")
            #expect((loaded as? NSNumber)?.uint64Value == .max)
        }
        let pair = try SessionEnds()
        let item = NSExtensionItem()
        item.userInfo = ["a": UInt64.max, "b": CGFloat(0.5), "c": Int8(1)]
        let arrived = pair.extension.items(pair.host.export([item])).first?.userInfo
        #expect((arrived?["a"] as? UInt).map(UInt64.init) == .max)
        #expect(arrived?["b"] as? Double == 0.5)
        #expect(arrived?["c"] as? Int == 1)
        withExtendedLifetime(pair) {}
    }

    @Test func objectsOutsideTheAllowListDoNotCross() {
        final class Secret: NSObject {}
        #expect(ItemValue(Secret()) == nil)
        #expect(ItemValue(["fine": "x", "bad": Secret()] as [String: Any]) == nil)
    }

    @Test func valuesNestedWithoutEndAreRefused() {
        var deep: Any = "bottom"
        for _ in 0..<1000 { deep = [deep] }
        #expect(ItemValue(deep) == nil)
    }

    @Test(arguments: Distance.allCases) func storedObjectsComeBackAsTheyAre(_ distance: Distance) async throws {
        for make in Self.objects where !(make() is NSURL) {
            let provider = NSItemProvider(item: make(), typeIdentifier: "org.example.thing")
            try await distance.with(provider) {
                let item = try await $0.loadItem(forTypeIdentifier: "org.example.thing")
                #expect(item as? NSObject == make())
            }
        }
    }

    @Test func errorsKeepDomainCodeAndPlainUserInfo() throws {
        let error = NSError(
            domain: "org.example", code: -7,
            userInfo: [NSLocalizedDescriptionKey: "No.", "page": 3, "object": NSObject()])
        let arrived = try ErrorDescription(wireBytes: try ErrorDescription(error).wireBytes()).error
        #expect(arrived.domain == "org.example")
        #expect(arrived.code == -7)
        #expect(arrived.localizedDescription == "No.")
        #expect(arrived.userInfo["page"] as? Int == 3)
        #expect(arrived.userInfo["object"] == nil)
    }

    @Test func `what happened to a connection is told in words when it is the cause of an error`() {
        let cause = WireError.closed("the peer has gone")
        let sent = ErrorDescription(NSError(domain: "example", code: 1, userInfo: [NSUnderlyingErrorKey: cause]))
        let arrived = sent.error.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(arrived?.localizedDescription == cause.description)
    }
}
