import Foundation
import OpenExtensionFoundation

extension Request {
    /// The behaviours that return attachments.
    func returnAttachments(_ behaviour: Behaviour) {
        let item = NSExtensionItem()
        switch behaviour {
        case .large: item.attachments = [Self.lazyData(name: "large.bin") { Data(repeating: 0xA5, count: 5_000_000) }]
        case .file: item.attachments = [Self.fileInContainer()]
        case .named:
            let name = text
            item.attachments = [Self.lazyData(name: name) { Data("content".utf8) }]
        case .twins:
            item.attachments = ["one", "two"].map { content in Self.lazyData(name: "twin.txt") { Data(content.utf8) } }
        case .hidden: item.attachments = [Self.partlyHidden()]
        case .loadNeverEnds: item.attachments = [Self.neverLoaded()]
        case .loadFails: item.attachments = [Self.failing()]
        case .someLoadsFail:
            let bad = Self.failing()
            bad.suggestedName = "bad"
            item.attachments = [Self.lazyData(name: "good.bin") { Data("new".utf8) }]
            if let folder = try? Self.folder() { item.attachments?.append(folder) }
            item.attachments?.append(bad)
        default: item.attachments = [Self.lazyData(name: "never.bin") { fatalError("the fixture was told to crash") }]
        }
        context.completeRequest(returningItems: [item])
    }

    /// Attachments of the kinds that are not data: an object, an object that writes itself, a slow one, a folder
    /// and a file that may be opened in place, one with a preview, one that cannot cross.
    func offer() {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(
            string: "offered", attributes: [NSAttributedString.Key("weight"): 700])
        do {
            item.attachments = [
                NSItemProvider(item: ["k": [1, 2]] as NSDictionary, typeIdentifier: "org.example.dictionary"),
                NSItemProvider(object: NSString(string: "an object")), Self.slow(), try Self.folder(),
                try Self.original(),
                Self.withPreview(), NSItemProvider(item: Uncodable(), typeIdentifier: "org.example.uncodable"),
            ]
        } catch {
            return context.cancelRequest(withError: error)
        }
        context.completeRequest(returningItems: [item])
    }

    /// An object of which nobody knows how to write it.
    private final class Uncodable: NSObject, NSSecureCoding {
        static var supportsSecureCoding: Bool { false }
        override init() {}
        func encode(with coder: NSCoder) {}
        init?(coder: NSCoder) { nil }
    }

    /// Half done, and then nothing until it is cancelled.
    private static func slow() -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "org.example.slow", visibility: .all) { done in
            _ = Unmanaged.passRetained(Held(done))
            let progress = Progress(totalUnitCount: 10)
            progress.completedUnitCount = 5
            progress.cancellationHandler = { say("the slow load was stopped") }
            return progress
        }
        return provider
    }

    private static func folder() throws -> NSItemProvider {
        let folder = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("Documents/Album")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
        try Data("a".utf8).write(to: folder.appendingPathComponent("inner/a.txt"))
        let provider = NSItemProvider()
        provider.registerFileRepresentation(forTypeIdentifier: "public.folder", visibility: .all) { done in
            done(folder, false, nil)
            return nil
        }
        return provider
    }

    private static func original() throws -> NSItemProvider {
        let file = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("Documents/original.txt")
        try Data("original".utf8).write(to: file)
        let provider = NSItemProvider()
        provider.registerFileRepresentation(
            forTypeIdentifier: "public.plain-text", fileOptions: .openInPlace, visibility: .all
        ) { done in
            done(file, false, nil)
            return nil
        }
        return provider
    }

    private static func withPreview() -> NSItemProvider {
        let provider = NSItemProvider(item: Data([1]) as NSData, typeIdentifier: "public.png")
        provider.suggestedName = "previewed"
        provider.preferredPresentationSize = CGSize(width: 30, height: 20)
        provider.previewImageHandler = { completion, _, options in
            let size = (options?[NSItemProviderPreferredImageSizeKey] as? NSValue)?.sizeValue ?? .zero
            completion?(Data("\(Int(size.width))".utf8) as NSData, nil)
        }
        return provider
    }

    static func lazyData(name: String, _ make: @escaping @Sendable () -> Data) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.suggestedName = name
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            done(make(), nil)
            return nil
        }
        return provider
    }

    private static func fileInContainer() -> NSItemProvider {
        let provider = NSItemProvider()
        provider.suggestedName = "made.txt"
        provider.registerFileRepresentation(forTypeIdentifier: "public.plain-text", visibility: .all) { done in
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("made.txt")
            do {
                try Data("made in the container".utf8).write(to: file)
                done(file, false, nil)
            } catch {
                done(nil, false, error)
            }
            return nil
        }
        return provider
    }

    private static func partlyHidden() -> NSItemProvider {
        let provider = NSItemProvider()
        for (type, visibility) in [
            ("org.example.own", NSItemProviderRepresentationVisibility.ownProcess), ("org.example.all", .all),
        ] {
            provider.registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { done in
                done(Data(type.utf8), nil)
                return nil
            }
        }
        return provider
    }

    private static func failing() -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            done(nil, FixtureError.error(4, "The fixture was told to fail."))
            return nil
        }
        return provider
    }

    private static func neverLoaded() -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            // Kept, so that the loader cannot notice that nobody will ever call it.
            _ = Unmanaged.passRetained(Held(done))
            return nil
        }
        return provider
    }

    private final class Held: Sendable {
        let done: @Sendable (Data?, (any Error)?) -> Void

        init(_ done: @escaping @Sendable (Data?, (any Error)?) -> Void) { self.done = done }
    }

    /// Takes a file apart from its session and keeps it: it lies in the temporary folder now.
    func hoard() {
        guard let provider = providers.first(where: { $0.registeredTypeIdentifiers != ["org.openextensionkit.mark"] }),
            let type = provider.registeredTypeIdentifiers.first
        else { return }
        provider.loadItem(forTypeIdentifier: type) { item, error in
            if let url = item as? NSURL { Self.say("hoarded \(url)") } else { Self.say("not hoarded: \(error as Any)") }
        }
        Self.keep(self)
    }

    /// Adds a line to a file in the container and returns all of them.
    func keepDiary() {
        let file = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("Documents/diary.txt")
        let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let new = old + text + "\n"
        do {
            try Data(new.utf8).write(to: file)
            complete(text: new)
        } catch {
            context.cancelRequest(withError: error)
        }
    }
}
