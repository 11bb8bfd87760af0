import Foundation
import OpenExtensionFoundation
import OpenExtensionKit
import Testing

/// An extension in the process of its test gives what it gives in a process of its own.
@Suite(.timeLimit(.minutes(30))) struct InProcessExtensionTests {
    /// Does what a closure says.
    private final class Handler: NSObject, NSExtensionRequestHandling {
        private let body: (NSExtensionContext) -> Void

        init(_ body: @escaping (NSExtensionContext) -> Void) { self.body = body }

        func beginRequest(with context: NSExtensionContext) { body(context) }
    }

    private static func item(text: String, attachments: [NSItemProvider] = []) -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: text)
        if !attachments.isEmpty { item.attachments = attachments }
        return item
    }

    private static func data(_ content: Data) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            done(content, nil)
            return nil
        }
        return provider
    }

    @Test func `what comes back is what a process of its own returns`() async throws {
        let here = try await InProcessExtension { Shout() }.send([Self.item(text: "hello")])
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let there = try await device.host().text("shout", "hello")
            #expect(here.map(\.text) == [there])
        }
    }

    @Test func `the extension gets copies and runs on the main queue`() async throws {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
        let sent = Self.item(text: "hello")
        let identity = ObjectIdentifier(sent)
        let probe = InProcessExtension {
            Handler { context in
                let item = context.inputItems.first as? NSExtensionItem
                let same = item.map { ObjectIdentifier($0) == identity } ?? true
                item?.attributedContentText = NSAttributedString(string: "changed")
                context.completeRequest(returningItems: [
                    Self.item(text: "\(same) \(DispatchQueue.getSpecific(key: key) == true)")
                ])
            }
        }
        #expect(try await probe.send([sent]).map(\.text) == ["false true"])
        #expect(sent.text == "hello")
    }

    @Test(arguments: [10, 100_000])
    func `attachments are loaded in both directions`(size: Int) async throws {
        let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        let reverse = InProcessExtension {
            Handler { context in
                let provider = (context.inputItems.first as? NSExtensionItem)?.attachments?.first
                provider?.loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
                    guard let data else {
                        return context.cancelRequest(withError: error ?? CocoaError(.fileReadUnknown))
                    }
                    let item = Self.item(text: "", attachments: [Self.data(Data(data.reversed()))])
                    context.completeRequest(returningItems: [item])
                }
            }
        }
        let provider = try #require(
            try await reverse.send([Self.item(text: "", attachments: [Self.data(content)])])[0].attachments?.first)
        #expect(try await provider.data() == Data(content.reversed()))
    }

    @Test func `the extension's error is the error of a process of its own`() async throws {
        let cancel = InProcessExtension("Nobody") {
            Handler { context in
                context.cancelRequest(
                    withError: NSError(
                        domain: "org.openextensionkit.Fixture", code: 42,
                        userInfo: [
                            NSLocalizedDescriptionKey: "The fixture was told to cancel.", "number": 7,
                            NSExtensionItemsAndErrorsKey: ["item": "error"], "object": NSObject(),
                        ]))
            }
        }
        let here = try #require(
            await #expect(throws: ExtensionError.self) { _ = try await cancel.send([Self.item(text: "")]) })
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let there = try await device.host().failure("cancel")
            #expect(here.code == there.code)
            #expect(here.underlying as? NSError == there.underlying as? NSError)
            #expect(
                here.message.replacing("Nobody", with: "") == there.message.replacing(fixtureIdentifier, with: ""))
        }
    }

    @Test func `an extension that never answers is timed out`() async throws {
        let silent = InProcessExtension("Silence") { Handler { _ in } }
        let error = await #expect(throws: ExtensionError.self) {
            _ = try await silent.send([Self.item(text: "")], timeout: .milliseconds(100))
        }
        #expect(error?.code == .timedOut && error?.message.hasPrefix("Silence did not answer within 0.1") == true)
        #expect(error?.reportIdentifier == nil)
    }

    @Test func `every request has a principal object of its own, and all run at the same time`() async throws {
        let gate = Mark(holding: true)
        let slow = InProcessExtension {
            Handler { context in
                let provider = (context.inputItems.first as? NSExtensionItem)?.attachments?.first
                provider?.loadDataRepresentation(forTypeIdentifier: "org.openextensionkit.mark") { _, _ in
                    context.completeRequest(returningItems: [Self.item(text: "done")])
                }
                if provider == nil { context.completeRequest(returningItems: [Self.item(text: "at once")]) }
            }
        }
        let held = gate.provider
        async let first = slow.send([Self.item(text: "", attachments: [held])]).count
        try await gate.wait()
        #expect(try await slow.send([Self.item(text: "")]).map(\.text) == ["at once"])
        gate.release()
        #expect(try await first == 1)
    }
}
