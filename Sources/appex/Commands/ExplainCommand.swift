import AppexActivation
import ArgumentParser

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains whether an extension is offered for some items, and which clause of its rule decides.",
        discussion: """
            The exit status is 0 whether or not the extension is offered, even if its rule is malformed.

            With --vectors, every case of a file is evaluated: a JSON list of objects with the keys file (a manifest in \
            the folder of --manifests), items (as for --items) and activates. The exit status is 0 if all of them \
            agree, otherwise 1.
            """)

    @Argument(help: "The bundle identifier of an installed extension, or the path of an Info.plist.")
    var extensionOrManifest: String?

    @OptionGroup var items: ItemOptions

    @Option(help: ArgumentHelp("A file of expected results to compare with.", valueName: "file"), completion: .file())
    var vectors: String?

    @Option(
        help: ArgumentHelp("The folder with the manifests that --vectors names.", valueName: "folder"),
        completion: .directory)
    var manifests: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (vectors == nil) == (manifests == nil) else {
            throw ValidationError("--vectors and --manifests have to be given together.")
        }
        guard (vectors == nil) != (extensionOrManifest == nil) else {
            throw ValidationError("Give an extension or an Info.plist, or --vectors and --manifests.")
        }
        guard vectors == nil || (items.items == nil && items.input.isEmpty) else {
            throw ValidationError("--vectors contains its own items; leave out files, --url, --text and --items.")
        }
    }

    func run() async throws {
        if let vectors, let manifests {
            let report = try VectorReport(vectors: vectors, manifests: manifests)
            try report.print(json: output.json)
            if !report.disagreements.isEmpty { throw ExitCode(ExitStatus.failed.rawValue) }
            return
        }
        guard let extensionOrManifest else { return }
        let subject = try await ExplainedExtension(extensionOrManifest)
        let explanation = subject.explanation(for: try items.types())
        if output.json { return try Console.print(explanation) }
        for line in explanation.lines { Console.say(Console.tame(line)) }
    }
}

extension ActivationExplanation {
    /// Characters of a clause that are shown.
    private static let width = 100

    /// The explanation as text for people.
    var lines: [String] {
        var lines = ["\(activates ? "Offered" : "Not offered"): \(reason)\(reason.hasSuffix(".") ? "" : ".")"]
        if let excerpt = error?.excerpt { lines += excerpt.split(separator: "\n").map { "  " + $0 } }
        for clause in clauses {
            let text = clause.clause.count > Self.width ? clause.clause.prefix(Self.width) + "…" : clause.clause[...]
            lines += ["  \(clause.holds ? "yes" : "NO ")  \(clause.detail)", "       \(text)"]
        }
        return lines + notes.map { "Note: \($0)" }
    }
}
