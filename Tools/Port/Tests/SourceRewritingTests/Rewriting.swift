import Foundation

@testable import SourceRewriting

/// The result of rewriting one file.
struct Rewriting {
    /// The text of the file.
    let text: String
    /// The statements about the file.
    let changes: [SourceChange]
    /// The text of `ObjectiveCMembers.swift`.
    let members: String?

    /// Rewrites a source that is the only file of a module.
    init(_ source: String, modules: Set<String> = ["UIKit", "Social", "MobileCoreServices"], locations: Bool = false) {
        let rewriter = SourceRewriter(module: "Share", knownModules: modules, addsSourceLocations: locations)
        let module = rewriter.rewrite([SourceFile(path: "App/Share.swift", name: "Share.swift", text: source)])
        text = module.files[0].text
        changes = module.files[0].changes
        members = module.members
    }

    /// The lines that stand for the original's, without the generated code after them.
    func lines(of source: String) -> [String] {
        Array(text.components(separatedBy: "\n").prefix(source.components(separatedBy: "\n").count))
    }

    /// Whether a trimmed line is in the text.
    func contains(_ line: String) -> Bool {
        text.components(separatedBy: "\n").contains { $0.trimmingCharacters(in: .whitespaces) == line }
    }

    /// The messages of a severity.
    func messages(_ severity: SourceChange.Severity) -> [String] {
        changes.filter { $0.severity == severity }.map { "\($0.line): \($0.message)" }
    }
}
