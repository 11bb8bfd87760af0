import Foundation
import FuzzSupport
import OpenExtensionKit

/// One request of a ``Load``: what is asked, and what may come of it.
struct LoadRequest: Sendable {
    enum Outcome: Sendable {
        /// The items came, and are the right ones.
        case items
        /// The items came, and what they hold could not be loaded, because the extension had gone.
        case itemsLost
        case cancelled
        case failure(ExtensionError)
        case wrong(String)

        var name: String {
            switch self {
            case .items: "items"
            case .itemsLost: "itemsLost"
            case .cancelled: "cancelled"
            case .failure(let error): error.code.rawValue
            case .wrong: "wrong"
            }
        }

        var message: String { if case .failure(let error) = self { error.message } else { "" } }
    }

    let behaviour: String
    let timeout: Duration
    private let number: Int
    private let target: Load.Target
    /// When the task of the request is cancelled.
    private let patience: Duration?

    /// What is asked of an extension that is to be killed anyway, the most usual things more often.
    private static let wildBehaviours = [
        "echo", "echo", "echo", "echo", "echo", "echo", "uppercase", "uppercase", "large", "cancel", "silent", "crash",
        "exit", "loadCrashes", "print",
    ]
    private static let orderlyTimeout = Duration.seconds(20)

    init(_ number: Int, _ target: Load.Target, _ generator: inout SeededGenerator) {
        self.number = number
        self.target = target
        let behaviour = target.manner == .wild ? Self.wildBehaviours.randomElement(using: &generator) : nil
        self.behaviour = behaviour ?? "echo"
        let short = Duration.milliseconds(Int.random(in: 300..<3000, using: &generator))
        timeout = target.manner == .wild ? short : Self.orderlyTimeout
        let isCancelled = target.manner == .wild && Int.random(in: 0..<8, using: &generator) == 0
        patience = isCancelled ? .microseconds(Int.random(in: 0..<40_000, using: &generator)) : nil
    }

    func send(_ host: ExtensionHost) async -> Outcome {
        let request = Task { try await attempt(host) }
        if let patience {
            try? await Task.sleep(for: patience)
            request.cancel()
        }
        do {
            return try await request.value
        } catch let error as ExtensionError {
            return .failure(error)
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .wrong("an error of no known type: \(type(of: error)) \(error)")
        }
    }

    /// Why an outcome is none that this request may have; nil for one that it may have.
    func objection(to outcome: Outcome) -> String? {
        switch outcome {
        case .wrong(let why): return why
        case .items:
            return ["silent", "crash", "exit", "cancel"].contains(behaviour) ? "\(behaviour) brought items" : nil
        case .itemsLost: return target.manner == .steady ? "what was returned could not be loaded" : nil
        case .cancelled: return patience == nil ? "it was cancelled by nobody" : nil
        case .failure(let error):
            let isUsual: Bool =
                switch error.code {
                case .died, .couldNotStart, .timedOut, .brokerUnavailable: target.manner != .steady
                case .crashedRepeatedly: target.manner == .wild
                case .cancelledByExtension: behaviour == "cancel"
                case .notFound, .refused: target.manner == .absent
                default: false
                }
            return isUsual ? nil : "\(error.code): \(error)"
        }
    }

    // MARK: Content

    private static let small = Data(repeating: 1, count: 64)
    private static let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })

    private func attempt(_ host: ExtensionHost) async throws -> Outcome {
        let identity = try await host.extension(target.identifier)
        let items = try await host.send([item], to: identity, timeout: timeout)
        do {
            return try await judge(items)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return .itemsLost
        }
    }

    private var item: NSExtensionItem {
        let item = NSExtensionItem()
        item.userInfo = ["FixtureBehaviour": behaviour, "number": number]
        if behaviour == "uppercase" { item.attributedContentText = NSAttributedString(string: "text \(number)") }
        if behaviour == "echo" {
            item.attachments = [
                NSItemProvider(item: Self.small as NSData, typeIdentifier: "public.data"),
                NSItemProvider(item: Self.large as NSData, typeIdentifier: "public.data"),
            ]
        }
        return item
    }

    /// - Throws: what loading throws.
    private func judge(_ items: [NSExtensionItem]) async throws -> Outcome {
        let attachments = items.first?.attachments ?? []
        switch behaviour {
        case "echo":
            guard items.count == 1, items.first?.userInfo?["number"] as? Int == number, attachments.count == 2 else {
                return .wrong("the items that came are not those that were sent: \(items)")
            }
            for (provider, content) in zip(attachments, [Self.small, Self.large]) {
                guard try await Self.data(provider) == content else { return .wrong("an attachment has changed") }
            }
        case "uppercase":
            let text = items.first?.attributedContentText?.string
            guard text == "TEXT \(number)" else { return .wrong("the text that came is \(text ?? "none")") }
        case "large":
            guard let provider = attachments.first else { return .wrong("no attachment came") }
            guard try await Self.data(provider) == Data(repeating: 0xA5, count: 5_000_000) else {
                return .wrong("a large attachment has changed")
            }
        case "loadCrashes":
            guard let provider = attachments.first else { return .wrong("no attachment came") }
            if (try? await Self.data(provider)) != nil { return .wrong("a crashing load brought data") }
        default: break
        }
        return .items
    }

    private static func data(_ provider: NSItemProvider) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
                continuation.resume(
                    with: data.map { .success($0) } ?? .failure(error ?? CocoaError(.fileReadUnknown)))
            }
        }
    }
}
