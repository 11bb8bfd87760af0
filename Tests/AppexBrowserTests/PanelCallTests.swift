import AppexPages
import Foundation
import OpenExtensionKit
import Testing

@testable import appex_browser

/// What the panel may ask for.
@Suite struct PanelCallTests {
    private func call(_ json: String) throws -> PanelCall {
        try JSONDecoder().decode(PanelCall.self, from: Data(json.utf8))
    }

    @Test func `a page is shared by its address and title`() throws {
        guard
            case .candidates(.page(let page)) = try call(
                #"{"n":1,"do":"candidates","things":{"page":{"url":"https://example.org/tea","title":"Tea"}}}"#
            ).action
        else { return #expect(Bool(false)) }
        #expect(page.url.absoluteString == "https://example.org/tea" && page.title == "Tea")
    }

    @Test(arguments: [
        #"{"page":{"url":"file:///etc/passwd","title":""}}"#, #"{"page":{"url":"no address","title":""}}"#,
        #"{"page":{"url":"","title":""}}"#, #"{"link":{"url":"FILE:///etc/passwd","text":""}}"#,
        #"{"picture":{"type":"image/png","name":"a","data":"no base64!"}}"#,
    ])
    func `an address of a file, and what is no address, is refused with a sentence`(things: String) {
        #expect(throws: PageFailure.self) { try call(#"{"n":1,"do":"candidates","things":\#(things)}"#) }
    }

    @Test(arguments: [
        "{}", #"{"n":1}"#, #"{"n":1,"do":"format"}"#, #"{"do":"hello","language":"en"}"#, #"{"n":1,"do":"icon"}"#,
        #"{"n":"1","do":"icon","id":"a"}"#, #"{"n":1,"do":"candidates","things":{}}"#, "[]", "",
    ])
    func `what is not a call is refused`(json: String) {
        #expect(throws: DecodingError.self) { try call(json) }
    }

    @Test func `texts are limited`() throws {
        func title(_ count: Int) -> String {
            #"{"n":1,"do":"candidates","things":{"page":{"url":"a:b","title":"\#(String(repeating: "t", count: count))"}}}"#
        }
        _ = try call(title(BrowserLimits.titleBytes))
        #expect(throws: PageFailure.self) { try call(title(BrowserLimits.titleBytes + 1)) }
    }

    @Test func `a picture is what its bytes say, and nothing else`() throws {
        func picture(_ bytes: [UInt8]) throws -> SharedPicture {
            let json = #"{"type":"image/png","name":"../../etc/a.png","data":"\#(Data(bytes).base64EncodedString())"}"#
            return try JSONDecoder().decode(SharedPicture.self, from: Data(json.utf8))
        }
        let jpeg = try picture([0xFF, 0xD8, 0xFF, 0xE0]).provider()
        #expect(jpeg.registeredTypeIdentifiers == ["public.jpeg"] && jpeg.suggestedName == "a.png")
        let script = try picture(Array("<svg onload=alert(1)>".utf8))
        #expect(throws: PageFailure.self) { try script.provider() }
    }
}
