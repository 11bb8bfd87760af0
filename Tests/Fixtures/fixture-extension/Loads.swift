import Foundation
import OpenExtensionFoundation

/// Loads of attachments as a test orders them: the item's text has a line for each, such as
/// `data public.png`, and the lines that come back say how they went.
extension Request {
    func load() {
        let orders = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        Task {
            var lines: [String] = []
            for order in orders where order.count == 2 {
                let provider = providers.first { $0.hasItemConformingToTypeIdentifier(order[1]) } ?? providers.first
                guard let provider else { continue }
                do {
                    lines.append(try await Self.outcome(order[0], provider, order[1]))
                } catch let error as NSError {
                    lines.append("\(error.domain) \(error.code)")
                }
            }
            complete(userInfo: ["lines": lines])
        }
    }

    private static func outcome(_ order: String, _ provider: NSItemProvider, _ type: String) async throws -> String {
        switch order {
        case "types": return provider.registeredTypeIdentifiers.joined(separator: " ")
        case "place": return provider.registeredTypeIdentifiers(fileOptions: .openInPlace).joined(separator: " ")
        case "item": return describe(try await provider.loadItem(forTypeIdentifier: type))
        case "text": return try await provider.loadItem(String.self, forTypeIdentifier: type)
        case "bytes": return "\(try await provider.loadItem(Data.self, forTypeIdentifier: type).count) bytes"
        case "URL": return try await provider.loadItem(URL.self, forTypeIdentifier: type).absoluteString
        case "data":
            return try await wait { done in
                provider.loadDataRepresentation(forTypeIdentifier: type) { done($0.map(describe), $1) }
            }
        case "thread":
            return try await wait { done in
                provider.loadItem(forTypeIdentifier: type) { _, error in done("main \(Thread.isMainThread)", error) }
            }
        case "object":
            return try await wait { done in provider.loadObject(ofClass: String.self) { done($0, $1) } }
        case "preview":
            let size = NSValue(size: NSSize(width: 64, height: 48))
            return describe(try await provider.loadPreviewImage(options: [NSItemProviderPreferredImageSizeKey: size]))
        case "inPlace":
            return try await wait { done in
                provider.loadInPlaceFileRepresentation(forTypeIdentifier: type) { url, isInPlace, error in
                    done(url.map { "\($0.lastPathComponent) \(isInPlace)" }, error)
                }
            }
        case "file": return try await file(provider, type)
        case "original", "attack", "tail", "remember", "recall", "why":
            return try await original(order, provider, type)
        case "half": return try await cancelAtHalf(provider, type)
        default: return "unknown order"
        }
    }

    /// What the temporary file is like, and whether it is there afterwards.
    private static func file(_ provider: NSItemProvider, _ type: String) async throws -> String {
        let path: String = try await wait { done in
            provider.loadFileRepresentation(forTypeIdentifier: type) { url, error in
                done(url.flatMap { FileManager.default.isReadableFile(atPath: $0.path) ? $0.path : nil }, error)
            }
        }
        let url = URL(fileURLWithPath: path)
        // The file goes when the handler returns, which is a moment after it was heard.
        for _ in 0..<1_000_000 where FileManager.default.fileExists(atPath: path) { await Task.yield() }
        return "\(url.lastPathComponent), then \(FileManager.default.fileExists(atPath: path) ? "there" : "gone")"
    }

    /// Waits until the host is half way, then does not want it any more.
    private static func cancelAtHalf(_ provider: NSItemProvider, _ type: String) async throws -> String {
        try await wait { done in
            let progress = provider.loadDataRepresentation(forTypeIdentifier: type) { done($0.map(describe), $1) }
            Task {
                while progress.fractionCompleted < 0.5 { await Task.yield() }
                progress.cancel()
            }
        }
    }

    private static func describe(_ object: Any) -> String {
        switch object {
        case let data as Data: return "data of \(data.count) bytes"
        case let data as NSData: return "data of \(data.length) bytes"
        case let url as NSURL where url.isFileURL:
            let url = url as URL
            return "file \(url.lastPathComponent) of \((try? Data(contentsOf: url))?.count ?? -1) bytes"
        case let text as NSAttributedString:
            return
                "attributed \(text.string) \(text.attributes(at: 0, effectiveRange: nil).map { "\($0.rawValue) \($1)" })"
        case let text as NSString: return "text \(text)"
        default: return "\(type(of: object))"
        }
    }

    static func wait(_ body: (@escaping @Sendable (String?, (any Error)?) -> Void) -> Void) async throws
        -> String
    {
        try await withCheckedThrowingContinuation { continuation in
            body { value, error in
                if let value {
                    continuation.resume(returning: value)
                } else {
                    continuation.resume(throwing: error ?? FixtureError.error(5, "nothing came"))
                }
            }
        }
    }

    /// Hears of the host's states until it is active again, and returns what it heard.
    func followHost() {
        let heard = HeardStates()
        let names: [Notification.Name] = [
            .NSExtensionHostWillResignActive, .NSExtensionHostDidEnterBackground, .NSExtensionHostWillEnterForeground,
            .NSExtensionHostDidBecomeActive,
        ]
        for name in names {
            // The observers go with the process.
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [self] note in
                let isMine = note.object as? NSExtensionContext === context
                heard.add("\(name.rawValue) \(isMine ? "mine" : "other") \(note.userInfo == nil ? "nil" : "some")")
                if isMine, name == .NSExtensionHostDidBecomeActive { complete(userInfo: ["lines": heard.all]) }
            }
        }
        // Tells the host that somebody listens.
        providers.first?.loadDataRepresentation(forTypeIdentifier: "org.example.ready") { _, _ in }
    }

    /// Says in the log how the load of the first attachment ends, if ever.
    func loadForever() {
        Self.keep(self)
        guard let provider = providers.first else { return }
        let say = { @Sendable (form: String, error: (any Error)?) in
            let error = error as NSError?
            Self.say("\(form) load ended: \(error?.domain ?? "no error") \(error?.code ?? 0)")
        }
        provider.loadDataRepresentation(forTypeIdentifier: "public.data") { say("data", $1) }
        provider.loadFileRepresentation(forTypeIdentifier: "public.data") { say("file", $1) }
        provider.loadItem(forTypeIdentifier: "public.data") { say("item", $1) }
        provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.data") { say("inPlace", $2) }
    }

    /// Cancels with an error about the second item.
    func cancelBecauseOfAnItem() {
        let error = NSError(domain: FixtureError.domain, code: 9, userInfo: [NSLocalizedDescriptionKey: "Too blue."])
        context.cancelRequest(
            withError: NSError(
                domain: FixtureError.domain, code: 8,
                userInfo: [
                    NSLocalizedDescriptionKey: "One photo is bad.", NSExtensionItemsAndErrorsKey: [items[1]: error],
                    NSUnderlyingErrorKey: error,
                ]))
    }
}

/// What was heard, in order.
private final class HeardStates: @unchecked Sendable {  // guarded by the lock
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}
