import OpenFoundation

/// Reads and writes a note, as the view controller of an app or extension does it.
class NoteViewController: NSObject {
    let noteURL: URL
    var note = Note(text: "")

    init(noteURL: URL) {
        self.noteURL = noteURL
    }

    func save(_ text: String) {
        note = Note(text: text)
        let coordinator = NSFileCoordinator(filePresenter: nil)
        var error: NSError?
        coordinator.coordinate(writingItemAt: noteURL, options: [], error: &error) { [unowned self] url in
            do {
                let data = try NSKeyedArchiver.archivedData(withRootObject: self.note, requiringSecureCoding: false)
                try data.write(to: url, options: .atomic)
            } catch {
                print("Saving failed: \(error.localizedDescription)")
            }
        }
        if error != nil {
            print("Coordination failed: \(error!.localizedDescription)")
        }
    }

    func load() {
        let coordinator = NSFileCoordinator()
        var error: NSError?
        coordinator.coordinate(readingItemAt: noteURL, options: .withoutChanges, error: &error) {
            [unowned self] (url) in
            do {
                let data = try Data(contentsOf: url)
                if let saved = try NSKeyedUnarchiver.unarchivedObject(ofClass: Note.self, from: data) {
                    self.note = saved
                }
            } catch let readError as NSError {
                print("Reading failed: \(readError.domain) \(readError.code)")
            }
        }
        if let error = error {
            print("Coordination failed: \(error)")
        }
    }

    /// With the accessor in a constant, as older listings have it.
    func loadAsDictionary(completion: @escaping ([String: Any]?, Error?) -> Void) {
        var coordinationError: NSError?
        var readError: Error?
        var result: [String: Any]?
        let accessor: (URL) -> Void = { url in
            do {
                let data = try Data(contentsOf: url)
                result =
                    try PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? [String: Any]
            } catch {
                readError = error
            }
        }
        NSFileCoordinator(filePresenter: nil).coordinate(
            readingItemAt: noteURL, options: [], error: &coordinationError, byAccessor: accessor)
        completion(result, coordinationError ?? readError)
    }

    func delete() {
        var error: NSError?
        NSFileCoordinator().coordinate(writingItemAt: noteURL, options: .forDeleting, error: &error) { url in
            try? FileManager.default.removeItem(at: url)
        }
    }
}
