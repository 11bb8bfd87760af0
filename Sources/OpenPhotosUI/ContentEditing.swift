import AppexProtocol
import AppexWire
import Foundation
import OpenExtensionFoundation
import OpenFoundation
import OpenUIKit
import OpenUniformTypeIdentifiers
import Synchronization

/// One session of editing in the extension: calls the principal controller for the host.
@MainActor
final class ContentEditing: ExtensionPointState {
    private weak var session: ExtensionPointSession?
    private weak var controller: (any PHContentEditingController)?
    /// Whether ``PhotoInterface/Start`` has arrived.
    private var hasStarted = false
    private var input: PHContentEditingInput?
    /// The provider of the file, which keeps a copy of it where the file itself cannot be shown.
    private var original: NSItemProvider?
    /// The request whose result is being rendered.
    private var finishing: InboundRequest?
    /// The last result, whose file exists until the request ends.
    private var output: PHContentEditingOutput?
    private var hasEnded = false

    init(_ session: ExtensionPointSession) { self.session = session }

    func handle(_ request: InboundRequest, with controller: any PHContentEditingController) {
        guard let session, !hasEnded else { return refuse(request, "Editing has ended.") }
        self.controller = controller
        do throws(WireError) {
            switch request.code {
            case PhotoInterface.CanHandle.code:
                let earlier = PHAdjustmentData(try request.decode(PhotoInterface.CanHandle.self).adjustment)
                request.reply(PhotoInterface.Answer(controller.canHandle(earlier)))
            case PhotoInterface.Start.code:
                start(try request.decode(), request, controller, session.exchange)
            case PhotoInterface.Finish.code: finish(request, controller, session.exchange)
            case PhotoInterface.ConfirmCancel.code:
                request.reply(PhotoInterface.Answer(input != nil && controller.shouldShowCancelConfirmation))
            case PhotoInterface.End.code: end(try request.decode(), request, controller, session)
            default: refuse(request, "Unknown request \(request.code).")
            }
        } catch {
            refuse(request, "\(error).")
        }
    }

    private func refuse(_ request: InboundRequest, _ reason: String) {
        request.fail(RemoteFailure(code: FailureCode.refused, message: reason))
    }

    // MARK: Beginning

    private func start(
        _ start: PhotoInterface.Start, _ request: InboundRequest, _ controller: any PHContentEditingController,
        _ exchange: ItemExchange
    ) {
        guard !hasStarted else { return refuse(request, "Editing has begun already.") }
        hasStarted = true
        let items = exchange.items([start.file] + [start.display, start.placeholder].compactMap { $0 })
        let providers = items.map { $0.attachments?.first }
        let (display, placeholder) = (start.display != nil, start.placeholder != nil)
        Task {
            async let shown = display ? providers[1]?.picture() : nil
            async let last = placeholder ? providers[display ? 2 : 1]?.picture() : nil
            let input: PHContentEditingInput
            do {
                guard let provider = providers[0] else { throw CocoaError(.fileReadNoSuchFile) }
                let file = try await provider.original(of: start.typeIdentifier)
                input = PHContentEditingInput(start, file: file, display: await shown)
            } catch {
                return refuse(request, "The file cannot be loaded: \(error.localizedDescription)")
            }
            let placeholder = await last ?? input.displaySizeImage ?? UIImage()
            guard !hasEnded, !request.isOver else { return refuse(request, "Editing has ended.") }
            self.input = input
            original = providers[0]
            controller.startContentEditing(with: input, placeholderImage: placeholder)
            request.reply(Empty())
        }
    }

    // MARK: Ending

    private func finish(
        _ request: InboundRequest, _ controller: any PHContentEditingController, _ exchange: ItemExchange
    ) {
        guard input != nil else { return refuse(request, "Editing has not begun.") }
        if let finishing {
            // After a request that the host has withdrawn, the result that is being rendered is that of the next one.
            guard finishing.isOver else { return refuse(request, "The result is being rendered already.") }
            self.finishing = request
            return
        }
        finishing = request
        let answer = FinishAnswer { output in
            DispatchQueue.main.async { MainActor.assumeIsolated { self.finished(output, exchange) } }
        }
        controller.finishContentEditing { answer.give($0) }
    }

    private func finished(_ output: PHContentEditingOutput?, _ exchange: ItemExchange) {
        guard let request = finishing else { return }
        finishing = nil
        guard !hasEnded else { return refuse(request, "Editing has ended.") }
        // The file of an earlier result is removed with it.
        self.output = output
        request.reply(PhotoInterface.Finish.Reply(output?.wire(over: exchange)))
    }

    /// Cancels editing that the host has not ended.
    func hostIsGone() {
        guard hasStarted, !hasEnded else { return }
        hasEnded = true
        output = nil
        controller?.cancelContentEditing()
    }

    private func end(
        _ end: PhotoInterface.End, _ request: InboundRequest, _ controller: any PHContentEditingController,
        _ session: ExtensionPointSession
    ) {
        hasEnded = true
        if end.isCancelled { controller.cancelContentEditing() }
        output = nil
        request.reply(Empty())
        session.context.completeRequest(returningItems: [])
    }
}

/// The result of an extension, which is given once: nil if the extension releases its completion handler without a call.
private final class FinishAnswer: Sendable {
    typealias Body = @Sendable (PHContentEditingOutput?) -> Void

    private let body: Mutex<Body?>

    init(_ body: @escaping Body) { self.body = Mutex(body) }

    deinit { give(nil) }

    func give(_ output: PHContentEditingOutput?) {
        let body = body.withLock { body in
            defer { body = nil }
            return body
        }
        body?(output)
    }
}

extension PHContentEditingOutput {
    /// The description of the result for the host, which may then load the rendition.
    fileprivate func wire(over exchange: ItemExchange) -> PhotoInterface.Output {
        let (type, file) = rendition
        let provider = NSItemProvider()
        provider.registerFileRepresentation(forTypeIdentifier: type.identifier, visibility: .all) { completion in
            completion(file, false, nil)
            return nil
        }
        let item = NSExtensionItem()
        item.attachments = [provider]
        return PhotoInterface.Output(
            adjustment: adjustmentData?.adjustment, typeIdentifier: type.identifier,
            rendition: exchange.export([item])[0])
    }
}

extension NSItemProvider {
    /// The file itself, where the sandbox can show it; otherwise a copy, which exists for as long as the provider.
    fileprivate func original(of typeIdentifier: String) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            _ = loadInPlaceFileRepresentation(forTypeIdentifier: typeIdentifier) { url, _, error in
                if let url {
                    continuation.resume(returning: url)
                } else {
                    continuation.resume(throwing: error ?? CocoaError(.fileReadUnknown))
                }
            }
        }
    }

    /// The picture; nil if it cannot be loaded.
    fileprivate func picture() async -> UIImage? {
        await withCheckedContinuation { continuation in
            _ = loadDataRepresentation(forTypeIdentifier: "public.image") { data, _ in
                continuation.resume(returning: data.flatMap { UIImage(data: $0) })
            }
        }
    }
}
