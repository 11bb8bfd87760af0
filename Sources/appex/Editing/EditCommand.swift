import AppexModel
import AppexTerminal
import ArgumentParser
import Foundation
import OpenExtensionKit

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Edits a photograph with a photo editing extension, whose view is shown in the terminal.",
        discussion: """
            Ctrl-S keeps the edit, Escape cancels, Ctrl-R reverts to the original. Without a terminal, and with --plain, \
            it asks and answers in lines: a number selects, a value after it is set, done keeps the edit, q cancels.

            The photograph itself is never changed. Its edits are kept in the device, or with --sidecar beside it in the \
            folder PHOTO.edits, and can be continued, reverted and restored.

            With --adjustment, many photographs are edited in the same way without a view; those that cannot be \
            edited are reported, and the others are edited nevertheless. With --out, the results are only written there.

            In addition to the usual ones, the exit status is 130 if editing was cancelled.
            """)

    @Argument(help: "The photograph; several with --adjustment.", completion: .file())
    var photos: [String]

    @Option(help: ArgumentHelp("The extension to edit with, by its bundle identifier.", valueName: "identifier"))
    var with: String?

    @Option(
        help: ArgumentHelp("Also write the edited photograph there.", valueName: "file|folder"), completion: .file())
    var out: String?

    @Option(
        help: ArgumentHelp("Apply the edit that a file describes; see --save-adjustment.", valueName: "file"),
        completion: .file())
    var adjustment: String?

    @Option(
        help: ArgumentHelp("Write what describes the current edit to a file, for --adjustment.", valueName: "file"),
        completion: .file())
    var saveAdjustment: String?

    @Flag(help: "Revert to the original. The versions are kept until the next edit.")
    var revert = false

    @Option(help: ArgumentHelp("Return to a version, by its number in --history.", valueName: "number"))
    var restore: Int?

    @Flag(help: "List the versions of the photograph.")
    var history = false

    @Flag(help: "Keep the edits beside the photograph instead of in the device.")
    var sidecar = false

    @Flag(help: "Also write the edited photograph beside the original, as PHOTO-edited.jpg.")
    var copy = false

    @Flag(help: "Replace existing files, but never a photograph that is edited.")
    var force = false

    @Flag(help: "Use lines of text instead of drawing.")
    var plain = false

    @Flag(help: "Wait for Return after a failure, so that a terminal of its own stays open.")
    var hold = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        let others = [revert, history, restore != nil, saveAdjustment != nil, adjustment != nil].count { $0 }
        guard others <= 1 else {
            throw ValidationError("Give one of --revert, --restore, --history, --adjustment and --save-adjustment.")
        }
        guard photos.count == 1 || adjustment != nil else {
            throw ValidationError("Give one photograph, or --adjustment to edit several in the same way.")
        }
        let hasResult = others == 0 || restore != nil || adjustment != nil
        guard out == nil || hasResult else { throw ValidationError("--out is for an edited photograph.") }
        guard !copy || (others == 0 && out == nil) else {
            throw ValidationError("--copy is for editing one photograph, without --out.")
        }
        guard with == nil || others == 0 || adjustment != nil else {
            throw ValidationError("--with is for editing a photograph.")
        }
    }

    @MainActor
    func run() async throws {
        do { try await perform() } catch let error where hold && !(error is ExitCode) {
            let failure = FailureListing(of: error)
            failure.printIfAsked(CommandLine.arguments)
            Console.complain(failure.error.message)
            if !output.json { Console.say("Press Return to close.") }
            _ = readLine()
            throw ExitCode(failure.error.status)
        }
    }

    @MainActor
    private func perform() async throws {
        let host = try ExtensionHost()
        if let adjustment { return try await batch(host, try AdjustmentFile.read(adjustment)) }
        let target = try out.map { try EditOutput($0, editing: photos, force: force) }
        let file = try await PhotoInput.file(photos[0])
        var edited = try EditedPhoto.open(file, in: place(host))
        if let warning = edited.warning { Console.complain(warning) }
        if history { return try list(edited) }
        if let saveAdjustment { return try save(edited, saveAdjustment) }
        if revert {
            let wasEdited = edited.current != nil
            try edited.revert()
            return try tellReverted(edited, wasEdited)
        }
        if let restore {
            try edited.restore(restore)
            guard let version = edited.current else { return }
            return try tell(edited, version, version.extensionIdentifier, target, "restored to")
        }
        try await edit(edited, on: host, copy ? EditOutput(besides: file) : target)
    }

    private func place(_ host: ExtensionHost) -> PhotoEditPlace { sidecar ? .sidecar : .device(host) }

    // MARK: One photograph

    /// Edits a photograph in the terminal.
    ///
    /// - Parameter target: where to write the result in addition.
    @MainActor
    private func edit(_ edited: EditedPhoto, on host: ExtensionHost, _ target: EditOutput?) async throws {
        var edited = edited
        try target?.check(for: edited.editable)
        let editors = try await editors(for: edited.editable.media, on: host)
        let environment = ProcessInfo.processInfo.environment
        let screen = !plain && TerminalDevice.isUsable(environment) ? try ScreenFront.entered(environment) : nil
        defer { screen?.leave() }
        let flow = EditFlow(
            host: host, photo: edited.editable, subject: Console.tame(edited.photo.lastPathComponent), editors: editors,
            front: screen ?? PlainFront { Console.say($0) }, describe: { FailureListing(of: $0).error.message },
            keep: { edit in try edited.keep(edit) })
        let result: EditFlow<PhotoVersion>.Result?
        do { result = try await flow.run() } catch is ShareInterruption { result = nil }
        // The result is printed to the terminal as it was before.
        screen?.leave()
        switch result {
        case nil: throw ExitCode(130)
        case .kept(let version, let editor): try tell(edited, version, editor.localizedName, target, "edited with")
        case .reverted:
            try edited.revert()
            try tellReverted(edited, true)
        }
    }

    /// The extension that the user has named, or all that are installed.
    ///
    /// - Throws: ``CommandFailure`` with ``ExitStatus/notFound`` if no extension is installed.
    private func editors(
        for media: EditablePhoto.Media, on host: ExtensionHost
    ) async throws -> [AppExtensionIdentity] {
        if let with {
            let editor = try await host.extension(with)
            guard editor.extensionPointIdentifier == "com.apple.photo-editing" else {
                throw CommandFailure(
                    "\(with) is not a photo editing extension; `appex list` shows the extension point of each.", .usage)
            }
            return [editor]
        }
        let editors = try await host.photoEditors(for: media)
        guard !editors.isEmpty else {
            throw CommandFailure(
                "No installed extension edits \(media == .image ? "photographs" : "videos"); `appex install` installs an app with one.",
                .notFound)
        }
        return editors
    }

    private func list(_ edited: EditedPhoto) throws {
        let listing = HistoryListing(edited)
        if output.json { try Console.print(listing) } else { listing.print() }
    }

    private func save(_ edited: EditedPhoto, _ path: String) throws {
        guard let version = edited.current, let adjustment = version.adjustmentData else {
            throw CommandFailure(
                "\(edited.photo.lastPathComponent) has no edit that can be described in a file.", .notFound)
        }
        let content = AdjustmentFile.content(adjustment, by: version.extensionIdentifier, at: version.date)
        let written = try EditOutput(path, editing: photos, force: force).write(content, for: edited.photo)
        var listing = EditListing(edited.photo, version)
        listing.add(written)
        if output.json { return try Console.print(listing) }
        Console.say("The edit of version \(version.number) is described in \(Console.tame(written.path)).")
    }

    private func tellReverted(_ edited: EditedPhoto, _ wasEdited: Bool) throws {
        if output.json { return try Console.print(HistoryListing(edited)) }
        let name = Console.tame(edited.photo.lastPathComponent)
        Console.say(wasEdited ? "\(name) is reverted to the original." : "\(name) is the original already.")
    }

    /// Writes and prints a version.
    ///
    /// - Parameter verb: what was done, for people.
    private func tell(
        _ edited: EditedPhoto, _ version: PhotoVersion, _ name: String, _ target: EditOutput?, _ verb: String
    ) throws {
        var listing = EditListing(edited.photo, version)
        let written = Result { try target?.write(version.rendition, for: edited.photo) }
        if let written = try? written.get() { listing.add(written) }
        // What was kept is reported even if it cannot be written in addition.
        if output.json, case .success = written { return try Console.print(listing) }
        if !output.json { Console.say(listing.line(verb, name)) }
        _ = try written.get()
    }

    // MARK: Several photographs

    private func batch(_ host: ExtensionHost, _ adjustment: PhotoAdjustmentData) async throws {
        let target = try out.map { try EditOutput($0, editing: photos, force: force, needsFolder: true) }
        var found: [EditablePhoto.Media: Result<[AppExtensionIdentity], CommandFailure>] = [:]
        for media in Set(photos.map({ EditablePhoto(original: URL(fileURLWithPath: $0)).media })) {
            do { found[media] = .success(try await editors(for: media, on: host)) } catch let error as CommandFailure
                where error.status == .notFound
            { found[media] = .failure(error) }
        }
        // Without any editor, the reason is one of the command.
        if let result = found.values.first, found.values.allSatisfy({ (try? $0.get()) == nil }) { _ = try result.get() }
        var batch = EditBatch(
            host: host, adjustment: adjustment, place: place(host), target: target, editors: found)
        try await batch.run(photos, json: output.json)
    }
}
