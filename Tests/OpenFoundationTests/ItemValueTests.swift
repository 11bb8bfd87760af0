import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation
import Testing

@Suite struct ItemValueTests {
    static let objects: [@Sendable () -> any NSSecureCoding & NSObject] = [
        { NSString(string: "häuser 🏠") }, { NSNumber(value: 42) }, { NSNumber(value: -1.5) }, { NSNumber(value: true) },
        { NSURL(fileURLWithPath: "/tmp") }, { NSDate(timeIntervalSinceReferenceDate: 12.5) },
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
}
