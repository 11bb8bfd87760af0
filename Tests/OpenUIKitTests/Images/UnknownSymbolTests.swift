import Foundation
import Testing

@testable import OpenUIKit

@Suite struct UnknownSymbolTests {
    @Test func `an unknown symbol is named once, with where the known ones are listed`() throws {
        let name = "no.symbol.\(UUID().uuidString)"
        let message = try #require(UnknownSymbol.message(about: name))
        #expect(message.contains("\"\(name)\"") && message.contains("Documentation/UIKit.md"))
        #expect(UnknownSymbol.message(about: name) == nil)
        #expect(UIImage(systemName: name) == nil)
    }
}
