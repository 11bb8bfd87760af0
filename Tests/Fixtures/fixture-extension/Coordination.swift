import Foundation
import Glibc
import OpenExtensionFoundation
import OpenFoundation
import Synchronization

extension Request {
    /// Presents the file `note` of the group that the text names, and returns which messages came, and from whom, up to the
    /// first change.
    func presentNote() {
        guard let note = note() else { return complete(text: "no container") }
        let presenter = NotePresenter(note) { self.complete(text: $0.joined(separator: ", ")) }
        NSFileCoordinator.addFilePresenter(presenter)
        Self.keep(self)
    }

    /// Writes to the note in a coordinated access, and returns the error, or an empty text.
    func writeNote() {
        guard let note = note() else { return complete(text: "no container") }
        var error: NSError?
        NSFileCoordinator().coordinate(writingItemAt: note, options: [], error: &error) { url in
            try? Data("extension".utf8).write(to: url, options: .atomic)
        }
        complete(text: error.map { "\($0.domain) \($0.code)" } ?? "")
    }

    /// Replaces the note in a coordinated access by a file of the temporary folder, and returns the error, or an empty text.
    func replaceNote() {
        guard let note = note() else { return complete(text: "no container") }
        let new = FileManager.default.temporaryDirectory.appendingPathComponent("new")
        var error: NSError?
        var result = Result<Void, any Error> { try Data("replaced".utf8).write(to: new) }
        NSFileCoordinator().coordinate(writingItemAt: note, options: .forReplacing, error: &error) { url in
            result = Result { try FileManager.default.replaceItemAt(url, withItemAt: new) }
        }
        if case .failure(let failure) = result { error = failure as NSError }
        complete(text: error.map { "\($0.domain) \($0.code)" } ?? "")
    }

    /// Begins a coordinated access to the note, answers the request in it, and then goes on until `stop` lies beside the
    /// note. The error is written to `error`.
    func holdNote() {
        guard let note = note() else { return complete(text: "no container") }
        let folder = note.deletingLastPathComponent()
        Thread.detachNewThread {
            var error: NSError?
            NSFileCoordinator().coordinate(writingItemAt: note, options: [], error: &error) { _ in
                self.complete(text: "holding")
                while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("stop").path) {
                    usleep(5000)
                }
            }
            let text = error.map { "\($0.domain) \($0.code)" } ?? "none"
            try? text.write(to: folder.appendingPathComponent("error"), atomically: true, encoding: .utf8)
        }
    }

    /// Locks the note for as long as the process lives, and returns the kernel's error, 0 for none.
    func lockNote() {
        guard let note = note() else { return complete(text: "no container") }
        let file = open(note.path, O_RDWR | O_CREAT, 0o600)
        complete(text: flock(file, LOCK_EX) == 0 ? "0" : "\(errno)")
    }

    private func note() -> URL? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: text)?
            .appendingPathComponent("Library/note")
    }
}

/// Notes the messages that it gets, with their origins.
private final class NotePresenter: NSObject, NSFilePresenter, Sendable {
    let presentedItemURL: URL?
    let presentedItemOperationQueue = OperationQueue()
    private let messages = Mutex<[String]>([])
    private let changed: @Sendable ([String]) -> Void

    init(_ url: URL, _ changed: @escaping @Sendable ([String]) -> Void) {
        presentedItemURL = url
        self.changed = changed
        super.init()
        presentedItemOperationQueue.maxConcurrentOperationCount = 1
    }

    private func note(_ message: String) { messages.withLock { $0.append(message) } }

    func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
        note("relinquish")
        writer(nil)
    }

    func presentedItemDidChange() {
        let origin = FileChangeOrigin.current
        note("changed by \(origin?.bundleIdentifier ?? origin?.processName ?? "nobody")")
        NSFileCoordinator.removeFilePresenter(self)
        changed(messages.withLock { $0 })
    }
}
