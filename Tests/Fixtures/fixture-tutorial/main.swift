import OpenFoundation

// The listings of tutorials about app groups and file coordination, in Swift 5, with only the import line changed. The
// program runs them as the lines of its standard input say:
//
//     save PATH TEXT, load PATH, dictionary PATH, delete PATH, replace PATH TEXT, backup PATH TEXT
//     present PATH, withdraw, document PATH
//     name TEXT, named, count, container NAME

setvbuf(stdout, nil, _IOLBF, 0)
var presenter: NotePresenter?
var document: NoteDocument?

func perform(_ words: [String]) throws {
    let controller = NoteViewController(noteURL: URL(fileURLWithPath: words.count > 1 ? words[1] : "/"))
    switch words[0] {
    case "save":
        controller.save(words[2])
        print("saved \(words[2])")
    case "load":
        controller.load()
        print("loaded \(controller.note.text)")
    case "dictionary":
        controller.loadAsDictionary { result, error in
            print("dictionary \(result?["$archiver"] ?? "none") \(error == nil)")
        }
    case "delete":
        controller.delete()
        print("deleted")
    case "replace":
        try controller.replace(with: words[2])
        print("replaced")
    case "backup": try controller.replaceKeepingBackup(with: words[2])
    case "present":
        presenter = NotePresenter(url: controller.noteURL)
        print("presents")
    case "withdraw":
        presenter?.stop()
        presenter = nil
        print("withdrawn")
    case "document":
        let shown = NoteDocument(fileURL: controller.noteURL)
        NSFileCoordinator.addFilePresenter(shown)
        document = shown
        print("document")
    case "name": Settings.save(name: words[1])
    case "named": print("named \(Settings.load())")
    case "count": print("count \(Settings.count())")
    case "container": print("container \(Settings.path(of: words[1]) ?? "none")")
    default: print("unknown \(words)")
    }
}

DispatchQueue.global().async {
    while let line = readLine() {
        do {
            try perform(line.components(separatedBy: " "))
        } catch {
            print("failed: \(error)")
        }
    }
    exit(0)
}
RunLoop.main.run()
