import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers
import SystemPackage

/// One request of a tab to an extension, until its outcome.
actor ShareSession {
    /// How it stands, for the page.
    struct State: Encodable, Sendable {
        enum Phase: String, Encodable, Sendable { case working, done, failed }

        private(set) var `is` = "session"
        let session: Int
        let phase: Phase
        let id: String
        let name: String
        var error: TabFailure?
        /// The photographs that have a new version.
        var photos: [String] = []
        /// The note whose text has been replaced, and the text that it had.
        var note: String?
        var textBefore: String?
        /// Texts that have come back and belong nowhere.
        var texts: [String] = []

        var isEnd: Bool { phase != .working }
    }

    private let number: Int
    private let identity: AppExtensionIdentity
    private let things: SharedThings
    private let device: WebDevice
    private let tell: @Sendable (State) async -> Void
    private var task: Task<Void, Never>?
    private(set) var state: State

    init(
        number: Int, identity: AppExtensionIdentity, things: SharedThings, device: WebDevice,
        tell: @escaping @Sendable (State) async -> Void
    ) {
        self.number = number
        self.identity = identity
        self.things = things
        self.device = device
        self.tell = tell
        state = State(session: number, phase: .working, id: identity.bundleIdentifier, name: identity.localizedName)
    }

    /// Hands the things over.
    func start() {
        task = Task {
            await tell(state)
            do {
                let returned = try await device.host.send(
                    try await things.items(of: device), to: identity, timeout: .seconds(3600))
                state = try await outcome(of: returned)
            } catch is CancellationError {
                return
            } catch {
                state = ended(.failed)
                if !Self.isCancel(error) { state.error = TabFailure(error, of: identity.localizedName) }
            }
            await tell(state)
        }
    }

    /// Gives it up; nothing more is told of it.
    func cancel() { task?.cancel() }

    private func ended(_ phase: State.Phase) -> State {
        State(session: number, phase: phase, id: identity.bundleIdentifier, name: identity.localizedName)
    }

    /// A person who has cancelled needs no telling.
    private static func isCancel(_ error: any Error) -> Bool {
        guard let error = error as? ExtensionError, error.code == .cancelledByExtension,
            let cause = error.underlying as NSError?
        else { return false }
        return cause.domain == NSCocoaErrorDomain && cause.code == CocoaError.userCancelled.rawValue
    }

    /// Puts what has come back where it belongs: pictures to the photographs that were handed over, in their order,
    /// a text to the note.
    private func outcome(of items: [NSExtensionItem]) async throws -> State {
        var state = ended(.done)
        var texts = items.compactMap { $0.attributedContentText?.string }.filter { !$0.isEmpty }
        var names: [String] = if case .photos(let names) = things { names.reversed() } else { [] }
        for provider in items.lazy.flatMap({ $0.attachments ?? [] }).prefix(WebLimits.sharedItems) {
            if provider.hasItemConformingToTypeIdentifier(UTType.image.identifier), let name = names.popLast() {
                try await replace(name, by: provider)
                state.photos.append(name)
            } else if provider.hasItemConformingToTypeIdentifier(UTType.plainText.identifier) {
                texts.append(try await text(of: provider))
            }
        }
        if case .note(let id, false) = things, let text = texts.first, let note = await device.notes.note(id) {
            _ = try await device.notes.save(id, text: text)
            (state.note, state.textBefore) = (id, note.text)
            await device.announce(.notes)
        } else {
            state.texts = texts
        }
        if !state.photos.isEmpty { await device.announce(.photos) }
        return state
    }

    private func replace(_ name: String, by provider: NSItemProvider) async throws {
        // The file is lent for as long as the closure runs, so a second name holds what is in it.
        let staged = try await provider.withFileRepresentation(forTypeIdentifier: UTType.image.identifier) { url in
            let copy = FileManager.default.temporaryDirectory.appendingPathComponent("appex-web-" + UUID().uuidString)
            try FileManager.default.copyItem(at: url, to: copy)
            return copy
        }
        defer { try? FileManager.default.removeItem(at: staged) }
        _ = try await device.photos.add(FilePath(staged.path), to: name)
    }

    private func text(of provider: NSItemProvider) async throws -> String {
        let item = try await provider.loadItem(forTypeIdentifier: UTType.plainText.identifier)
        let text =
            (item as? NSString).map { String(describing: $0) }
            ?? (item as? Data).map { String(decoding: $0, as: UTF8.self) }
        return String((text ?? "").prefix(WebLimits.noteBytes))
    }
}
