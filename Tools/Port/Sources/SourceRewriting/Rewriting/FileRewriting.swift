import AppexModel
import SwiftSyntax

/// The rewriting of one file.
struct FileRewriting {
    /// The file.
    let file: ParsedFile
    /// The edits and statements.
    let editor: SourceEditor

    // MARK: Selectors

    /// Replaces `#selector` and `#keyPath` by what they refer to.
    func replaceSelectors(_ references: [SelectorReference], _ results: [SelectorResolver.Result]) {
        for (reference, result) in zip(references, results) {
            let replacement: String
            switch result {
            case .found(let selector, _):
                replacement = "Selector(\(selector.swiftLiteral))"
                editor.changes.add(.note, line: reference.line, "#selector was replaced by the name \(selector).")
            case .keyPath(let path, _):
                replacement = path.swiftLiteral
                editor.changes.add(.note, line: reference.line, "#keyPath was replaced by the string \(path).")
            case .unknown(let selector):
                // The compiler reports a method that does not exist.
                replacement =
                    "{ () -> Selector in _ = \(reference.expression); return \(selector.swiftLiteral) }()"
                editor.changes.add(
                    .note, line: reference.line,
                    "#selector was replaced by the name \(selector), which is not declared in this module.")
            case .failed(let message):
                replacement = "{ () -> Selector in _ = \(reference.expression); return \"\" }()"
                editor.changes.add(.error, line: reference.line, message)
            }
            editor.edits.replace(reference.range, with: replacement)
        }
    }

    /// Makes private members of nested private types available to the code at the end of the file.
    func widen(_ modifiers: [Range<Int>], line: Int) {
        for range in modifiers where editor.widened.insert(range.lowerBound).inserted {
            editor.edits.replace(range, with: "fileprivate")
            editor.changes.add(
                .note, line: file.text.line(at: range.lowerBound),
                "private was replaced by fileprivate, so that the generated table can name the member.")
        }
    }

    // MARK: Result

    /// The rewritten file.
    ///
    /// - Parameter writer: the code that is appended.
    /// - Parameter usesSelectors: whether the file names `Selector`.
    /// - Returns: `nil` if more code would be generated than one file gets.
    func result(
        _ tree: SourceFileSyntax, writer: RegistrationWriter, usesSelectors: Bool, addsSourceLocation: Bool
    ) -> RewrittenFile? {
        let defaults = ProtocolDefaults(text: file.text)
        defaults.walk(tree)
        guard !writer.isTooLarge, !defaults.isTooLarge else { return nil }
        for change in defaults.changes.sorted {
            editor.changes.add(change.severity, line: change.line, change.message)
        }
        var appended = defaults.lines + (writer.isEmpty ? [] : writer.lines)
        addImports(usesSelectors: usesSelectors || !writer.isEmpty, &appended)

        var bytes = editor.edits.applied(to: file.text)
        if !appended.isEmpty, editor.changes.isEmpty {
            let message = "Code was added at the end of the file, which registers its classes and members."
            editor.changes.add(.note, line: 1, message)
        }
        if !appended.isEmpty {
            if bytes.last.map({ $0 != UInt8(ascii: "\n") }) ?? false { bytes.append(UInt8(ascii: "\n")) }
            if addsSourceLocation { bytes += "#sourceLocation()\n".utf8 }
            bytes += (appended.joined(separator: "\n") + "\n").utf8
        }
        if addsSourceLocation {
            // A byte order mark is only accepted at the beginning.
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
            bytes = Array("#sourceLocation(file: \(location.swiftLiteral), line: 1)\n".utf8) + bytes
        }
        return RewrittenFile(
            name: file.file.name, text: String(decoding: bytes, as: UTF8.self), changes: editor.changes.sorted,
            removedModules: editor.removedModules)
    }

    /// The path of the original without characters that end a line.
    private var location: String {
        file.file.path.escapingScalars {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory) ? " " : nil
        }
    }

    private func addImports(usesSelectors: Bool, _ appended: inout [String]) {
        var modules: [String] = []
        if usesSelectors || editor.kitLine != nil,
            editor.importedModules.isDisjoint(with: LinuxModules.exportingMembers)
        {
            modules.append("OpenFoundation")
            if let line = editor.kitLine {
                editor.changes.add(.note, line: line, "OpenFoundation is imported, which has this name on Linux.")
            }
        }
        if let line = editor.networkingLine, !editor.importedModules.contains("FoundationNetworking") {
            modules.append("FoundationNetworking")
            editor.changes.add(.note, line: line, "FoundationNetworking is imported, which has this type on Linux.")
        }
        if let line = editor.parsingLine, !editor.importedModules.contains("FoundationXML") {
            modules.append("FoundationXML")
            editor.changes.add(.note, line: line, "FoundationXML is imported, which has this type on Linux.")
        }
        guard !modules.isEmpty else { return }
        if let end = editor.endOfFirstImport {
            editor.edits.insert(modules.map { "; import \($0)" }.joined(), at: end)
        } else if let end = editor.endOfFirstRemovedImport {
            editor.edits.insert(" " + modules.map { "import \($0)" }.joined(separator: "; "), at: end)
        } else {
            // An import is valid for the whole file, wherever it is.
            appended = [""] + modules.map { "import \($0)" } + appended
        }
    }
}
