import AppexProtocol
import Foundation
import Testing

@testable import OpenFoundation

/// The class that another process asks for, which is looked up on the event loop.
@Suite struct LoadOptionsTests {
    @Test func `classes that can be sent are found by their names`() {
        #expect(LoadOptions.knownClass("NSString") == NSString.self)
        #expect(LoadOptions.knownClass("NSURL") == NSURL.self)
        #expect(LoadOptions.knownClass("NSFileHandle") == nil)
    }

    @Test func `only names that can be those of a class are hashed`() {
        for name in ["", String(repeating: "N", count: 1 << 20), "NSString\u{301}", "ＮＳＵＲＬ"] {
            #expect(!LoadOptions.canBeKnown(name))
            #expect(LoadOptions.knownClass(name) == nil)
        }
        #expect(LoadOptions.canBeKnown("NSDictionary"))
    }
}
