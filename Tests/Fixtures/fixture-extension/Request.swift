import Foundation
import Logging
import OpenExtensionFoundation

/// One request, with what the behaviours need.
final class Request: Sendable {
    let context: NSExtensionContext
    let number: Int

    init(context: NSExtensionContext, number: Int) {
        self.context = context
        self.number = number
    }

    /// The behaviour that the first item or the Info.plist names.
    static func behaviour(of context: NSExtensionContext) -> Behaviour? {
        let item = context.inputItems.first as? NSExtensionItem
        let name = item?.userInfo?["FixtureBehaviour"] as? String ?? Report.info["FixtureBehaviour"] as? String
        return name.flatMap(Behaviour.init(rawValue:))
    }

    var items: [NSExtensionItem] { context.inputItems.compactMap { $0 as? NSExtensionItem } }
    var text: String { items.first?.attributedContentText?.string ?? "" }
    var providers: [NSItemProvider] { items.flatMap { $0.attachments ?? [] } }

    /// Loads the attachment by which a test marks the moment, if there is one.
    func waitForMark() {
        guard let mark = providers.first(where: { $0.registeredTypeIdentifiers == ["org.openextensionkit.mark"] })
        else { return }
        _ = Self.data(of: mark, as: "org.openextensionkit.mark")
    }

    func complete(text: String) {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: text)
        context.completeRequest(returningItems: [item])
    }

    func complete(userInfo: [String: Any]) {
        let item = NSExtensionItem()
        item.userInfo = userInfo
        context.completeRequest(returningItems: [item])
    }

    /// Keeps a request for as long as the process lives.
    static func keep(_ request: Request) {
        _ = Unmanaged.passRetained(request)
    }

    /// Waits for the data of a provider; the thread must not be the one that brings them.
    static func data(of provider: NSItemProvider, as type: String) -> Result<Data, any Error> {
        let waiting = Waiting<Result<Data, any Error>>()
        provider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
            waiting.give(data.map { .success($0) } ?? .failure(error ?? FixtureError.error(3, "nothing came")))
        }
        return waiting.take()
    }

    // MARK: Behaviours

    func echo() {
        let returned = items.map { item in
            let copy = NSExtensionItem()
            copy.userInfo = item.userInfo
            copy.attachments = item.attachments?.map(Self.copy)
            return copy
        }
        context.completeRequest(returningItems: returned)
    }

    /// A provider of the same data, loaded at once.
    private static func copy(_ provider: NSItemProvider) -> NSItemProvider {
        let copy = NSItemProvider()
        copy.suggestedName = provider.suggestedName
        for type in provider.registeredTypeIdentifiers where type != "public.file-url" {
            let content = data(of: provider, as: type)
            copy.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { done in
                switch content {
                case .success(let data): done(data, nil)
                case .failure(let error): done(nil, error)
                }
                return nil
            }
        }
        return copy
    }

    func editImage() {
        guard let provider = providers.first(where: { $0.hasItemConformingToTypeIdentifier("public.image") }) else {
            return context.cancelRequest(withError: FixtureError.notAnImage)
        }
        switch Self.data(of: provider, as: "public.image") {
        case .failure(let error): context.cancelRequest(withError: error)
        case .success(let data) where !data.starts(with: [0xFF, 0xD8]):
            context.cancelRequest(withError: FixtureError.notAnImage)
        case .success(let data):
            // A comment segment behind the start marker.
            let edited = data.prefix(2) + [0xFF, 0xFE, 0x00, 0x04, 0x68, 0x69] + data.dropFirst(2)
            let item = NSExtensionItem()
            let result = NSItemProvider(item: Data(edited) as NSData, typeIdentifier: "public.jpeg")
            result.suggestedName = provider.suggestedName
            item.attachments = [result]
            context.completeRequest(returningItems: [item])
        }
    }

    func completeAfterTheEnd() {
        let provider = providers.first
        DispatchQueue.global().async { [self] in
            // Loads fail once the session has gone.
            while let provider, case .success = Self.data(of: provider, as: "public.data") {}
            context.completeRequest(returningItems: [NSExtensionItem()]) { _ in Self.say("told nobody") }
            context.cancelRequest(withError: FixtureError.rich)
            Self.say("completed after the end")
        }
    }

    /// - Parameter endlessly: whether the handler goes on after it was told to stop.
    func completeSlowly(endlessly: Bool) {
        let item = NSExtensionItem()
        item.attachments = [Self.lazyData(name: "made.bin") { Data([1]) }]
        let stop = DispatchSemaphore(value: 0)
        context.completeRequest(returningItems: [item]) { expired in
            Self.say("completion handler \(expired)")
            if expired {
                stop.signal()
                return
            }
            stop.wait()
            Self.say("told to stop")
            while endlessly { stop.wait() }
        }
    }

    func startThreads() {
        let group = DispatchGroup()
        for index in 0..<16 {
            group.enter()
            Thread.detachNewThread {
                Self.say("thread \(index)")
                group.leave()
            }
        }
        group.notify(queue: .global()) { self.complete(text: "16 threads") }
    }

    func printMuch() {
        Self.say("a line on standard output")
        FileHandle.standardError.write(Data("a line on standard error\n".utf8))
        // More than a pipe holds.
        for index in 0..<4000 { Self.say("line \(index) of many, so that nobody can leave them in the pipe") }
        Self.say("the last line")
        complete(text: "printed")
    }

    func log() {
        ExtensionLogHandler.bootstrap()
        var logger = Logger(label: "org.example.Fixture")
        logger[metadataKey: "colour"] = "blue"
        logger.notice("\(text)", metadata: ["count": "3"])
        logger.debug("below the level that is usual")
        Logger(label: "org.example.Fixture").error("it went wrong")
        Self.say("beside")
        complete(text: "logged")
    }

    func flood() {
        let line = String(repeating: "flood ", count: 170)
        for _ in 0..<8192 { Self.say(line) }
        Self.say("the end \u{1B}[31mof the flood")
        complete(text: "flooded")
    }

    /// Address 8 belongs to nobody.
    static func fault() {
        say("about to fault")
        UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// A value that one thread waits for and another gives.
private final class Waiting<Value>: @unchecked Sendable {  // guarded by the semaphore
    private let semaphore = DispatchSemaphore(value: 0)
    private var value: Value?

    func give(_ value: Value) {
        self.value = value
        semaphore.signal()
    }

    func take() -> Value {
        while true {
            semaphore.wait()
            if let value { return value }
        }
    }
}
