import AppexModel
package import OpenExtensionKit

/// The editing of a photograph from start to end: choose an extension, use its view, keep its result.
@MainActor
package struct EditFlow<Kept: Sendable> {
    /// How editing ended.
    package enum Result: Sendable {
        /// The extension's result was kept.
        case kept(Kept, AppExtensionIdentity)
        /// The user went back to the photograph without edits.
        case reverted
    }

    private let host: ExtensionHost
    private let photo: EditablePhoto
    private let subject: String
    private let editors: [AppExtensionIdentity]
    private let front: any ShareFront
    private let describe: (any Error) -> String
    private let keep: @MainActor (PhotoEdit) async throws -> Kept

    /// - Parameter host: starts the extensions.
    /// - Parameter photo: what is edited.
    /// - Parameter subject: the name of the photograph, in one line that is safe to print.
    /// - Parameter editors: the extensions to choose from. A single one is used without a choice.
    /// - Parameter front: shows the views.
    /// - Parameter describe: describes an error in one sentence; control characters in it are replaced.
    /// - Parameter keep: keeps a result.
    package init(
        host: ExtensionHost, photo: EditablePhoto, subject: String, editors: [AppExtensionIdentity],
        front: any ShareFront, describe: @escaping (any Error) -> String,
        keep: @escaping @MainActor (PhotoEdit) async throws -> Kept
    ) {
        self.host = host
        self.photo = photo
        self.subject = subject
        self.editors = editors
        self.front = front
        self.describe = describe
        self.keep = keep
    }

    private var canRevert: Bool { photo.rendition != nil }

    /// - Parameter name: the name of the extension; nil before one is chosen.
    private func title(_ name: String?) -> String {
        name.map { "\(subject) · \($0)" } ?? "Edit \(subject)"
    }

    /// Shows the choice and the views until editing has ended.
    ///
    /// - Returns: nil if the user has cancelled.
    /// - Throws: the last failure, if the user has given up after it; ``ShareInterruption``.
    package func run() async throws -> Result? {
        if editors.count == 1 { return try await edit(with: editors[0]) }
        var failure: (any Error)?
        while true {
            let sheet = EditSheet(editors, canRevert: canRevert)
            let choice = try await front.ask(title(nil), sheet.tree) {
                event, node -> ShareReply<EditSheet.Choice> in
                guard event == .activate, let choice = sheet.choice(of: node) else { return .change() }
                return .answer(choice)
            }
            switch choice {
            case nil:
                if let failure { throw failure }
                return nil
            case .revert: if try await confirmsReverting(nil) { return .reverted }
            case .editor(let editor):
                do {
                    if let result = try await edit(with: editor) { return result }
                    failure = nil
                } catch let error as ShareInterruption {
                    throw error
                } catch {
                    failure = error
                    let notice = ViewTree.notice("\(editor.localizedName) failed", describe(error).tamed())
                    _ = try await front.ask(title(nil), notice) { _, _ -> ShareReply<Bool> in .answer(true) }
                }
            }
        }
    }

    /// Edits the photograph with one extension.
    ///
    /// - Returns: nil if the user or the extension cancelled.
    private func edit(with editor: AppExtensionIdentity) async throws -> Result? {
        let name = editor.localizedName
        let (host, photo, traits) = (host, photo, front.traits)
        let session = try await front.wait(title(name), "Starting \(name)…") {
            try await host.edit(photo, with: editor, traits: traits)
        }
        guard let session else { return nil }
        do {
            let result = try await use(session, editor)
            if case .kept = result { return result }
            // The user does not have to wait for the extension.
            _ = try await front.wait(title(name), "Closing…") { await session.cancel() }
            return result
        } catch let error as ExtensionError where error.isUserCancellation {
            return nil
        } catch {
            await session.cancel()
            throw error
        }
    }

    /// Shows the extension's view until editing has ended.
    ///
    /// - Returns: nil if the user cancelled. Then the session has not been ended.
    private func use(_ session: PhotoEditingSession, _ editor: AppExtensionIdentity) async throws -> Result? {
        let name = editor.localizedName
        guard let view = session.view else { return nil }
        while true {
            switch try await front.edit(title(name), view, canRevert: canRevert) {
            case nil:
                throw ExtensionError(
                    .protocolViolation, "\(name) ended editing without a result, so nothing was changed; try again.")
            // Those of widgets are not offered.
            case .cancel, .refresh, .expand, .compact: if try await confirmsCancelling(session, name) { return nil }
            case .revert: if try await confirmsReverting(name) { return .reverted }
            case .done: if let kept = try await finish(session, name) { return .kept(kept, editor) }
            }
        }
    }

    // MARK: Done

    /// Has the extension render the result, and keeps it.
    ///
    /// - Returns: nil if editing continues.
    /// - Throws: a failure after which the user has given up.
    private func finish(_ session: PhotoEditingSession, _ name: String) async throws -> Kept? {
        let keep = keep
        let rendering = PhotoRendering()
        while true {
            do {
                if rendering.result == nil {
                    _ = try await front.wait(title(name), "Rendering…") {
                        rendering.result = try await session.finish()
                    }
                }
                // Without a result, the user did not want to wait. If it came nevertheless, the session has ended.
                guard let edit = rendering.result else { return nil }
                return try await keep(edit)
            } catch let error where Self.isOfResult(error) {
                // After a result, the session has ended, and editing cannot continue.
                let continuing = rendering.result == nil ? ["Continue Editing"] : []
                let words = describe(error).tamed()
                let answer = try await choice(
                    name, "The edit was not kept", words, ["Give Up", "Try Again"] + continuing)
                guard let answer, answer > 0 else { throw error }
                if answer == 2 { return nil }
            }
        }
    }

    /// Whether an error is one of a result, after which the session goes on, and not of the session.
    private static func isOfResult(_ error: any Error) -> Bool {
        error is PhotoEditingError || (error as? ExtensionError)?.code == .refused
    }

    // MARK: Questions

    private func confirmsCancelling(_ session: PhotoEditingSession, _ name: String) async throws -> Bool {
        let mustAsk: Bool?
        do {
            mustAsk = try await front.wait(title(name), "Checking for changes…") {
                try await session.shouldShowCancelConfirmation()
            }
        } catch is ExtensionError {
            // An extension that has died or does not respond has nothing to lose.
            return true
        }
        guard mustAsk == true else { return true }
        return try await choice(name, "Discard the changes?", nil, ["Discard Changes", "Continue Editing"]) != 1
    }

    private func confirmsReverting(_ name: String?) async throws -> Bool {
        let words = "The photograph will be shown as it was before it was edited."
        return try await choice(name, "Revert to the original?", words, ["Revert to Original", "Cancel"]) == 0
    }

    /// Asks a question.
    ///
    /// - Parameter name: the name of the extension, for the title.
    /// - Parameter answers: the answers; Escape gives the last one.
    /// - Returns: the index of the answer; nil if the input has ended or the user quits in plain lines.
    private func choice(
        _ name: String?, _ question: String, _ words: String?, _ answers: [String]
    ) async throws -> Int? {
        let tree = ViewTree.question(question, words, answers)
        return try await front.ask(title(name), tree) { event, node -> ShareReply<Int> in
            guard event == .activate, let index = ViewTree.choice(of: node, among: answers.count) else {
                return .change()
            }
            return .answer(Int(index))
        }
    }
}

/// The result of rendering, which may come at the moment at which the user no longer wants to wait for it.
@MainActor
private final class PhotoRendering {
    var result: PhotoEdit?
}
