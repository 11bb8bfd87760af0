import OpenFoundation

extension NoteViewController {
    /// Writes the note beside its place, and replaces the old one by it.
    func replace(with text: String) throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: Note(text: text), requiringSecureCoding: true)
        let temporaryURL = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: noteURL, create: true
        ).appendingPathComponent("new")
        try data.write(to: temporaryURL)

        var coordinationError: NSError?
        var replaceError: Error?
        NSFileCoordinator(filePresenter: nil).coordinate(
            writingItemAt: noteURL, options: .forReplacing, error: &coordinationError
        ) { url in
            do {
                _ = try FileManager.default.replaceItemAt(url, withItemAt: temporaryURL)
            } catch {
                replaceError = error
            }
        }
        try? FileManager.default.removeItem(at: temporaryURL.deletingLastPathComponent())
        if let error = coordinationError ?? replaceError { throw error }
    }

    /// The older method, which keeps a backup.
    func replaceKeepingBackup(with text: String) throws {
        let temporaryURL = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
        let data = try NSKeyedArchiver.archivedData(withRootObject: Note(text: text), requiringSecureCoding: false)
        try data.write(to: temporaryURL, options: [.atomic])

        var failure: NSError?
        NSFileCoordinator().coordinate(writingItemAt: noteURL, options: [.forReplacing], error: &failure) { newURL in
            do {
                var resultURL: NSURL?
                try FileManager.default.replaceItem(
                    at: newURL, withItemAt: temporaryURL, backupItemName: "backup", options: .withoutDeletingBackupItem,
                    resultingItemURL: &resultURL)
                print("replaced \(resultURL?.path == newURL.path)")
            } catch {
                print("Replacing failed: \(error)")
            }
        }
        guard failure == nil else { throw failure! }
    }
}
