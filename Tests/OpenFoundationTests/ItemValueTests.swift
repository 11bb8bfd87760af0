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

    @Test func `a number that no other fits is a real`() {
        #expect(ItemValue(NSNumber(value: UInt64.max)) == .real(Double(UInt64.max)))
        #expect(ItemValue(NSNumber(value: UInt64(Int64.max))) == .integer(.max))
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
