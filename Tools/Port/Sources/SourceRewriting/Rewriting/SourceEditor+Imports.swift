import SwiftSyntax

extension SourceEditor {
    /// Replaces or removes the import of a module that does not exist on Linux.
    func rewriteImport(_ node: ImportDeclSyntax) {
        let components = node.path.map { SelectorName.plain($0.name.text) }
        guard let name = components.first else { return }
        let line = text.line(of: node)
        let condition = condition(around: node)
        if let condition, !condition.contains("!"),
            ["canImport(\(name))", "os(macOS)", "os(OSX)", "os(watchOS)"].contains(where: condition.contains)
        {
            return
        }
        if exists(name) {
            finish(node, importing: name)
            // A scoped import names a declaration; without a kind the rest is a submodule, which only Clang's modules have.
            if components.count > 1, node.importKindSpecifier == nil {
                edits.replace(text.range(of: node.path), with: name)
                changes.add(.note, line: line, "\(name) is imported as a whole: Linux has no submodules.")
            }
        } else if let replacement = replacement(for: name) {
            if name == "Combine" { importsCombine = true }
            let start = (node.importKindSpecifier.map { text.range(of: $0) } ?? text.range(of: node.path)).lowerBound
            // Combine brings Foundation into a file.
            let others = name == "Combine" ? "; import Foundation" : ""
            edits.replace(start..<text.range(of: node.path).upperBound, with: replacement + others)
            changes.add(
                .note, line: line, "\(replacement) is imported instead of \(components.joined(separator: ".")).")
            finish(node, importing: replacement)
        } else {
            remove(node, of: name, isConditional: condition != nil)
        }
    }

    /// Makes a comment of an import, together with an import of what the module brings into a file on Apple's systems.
    private func remove(_ node: ImportDeclSyntax, of name: String, isConditional: Bool) {
        let range = text.range(of: node)
        let original = text[range]
        var replacement = original.contains("/*") || original.contains("*/") ? "" : "/* \(original) */"
        let line = text.line(of: node)
        changes.add(.note, line: line, "The import of \(name) was removed.")
        changes.add(
            .warning, line: line, "There is no module \(name) on Linux, so what uses the module does not compile.")
        removedModules.append(name)
        if let exported = exported(by: name) {
            replacement += (replacement.isEmpty ? "" : " ") + "import \(exported)"
            finish(node, importing: exported)
        } else if endOfFirstRemovedImport == nil, !isConditional {
            endOfFirstRemovedImport = range.upperBound
        }
        edits.replace(range, with: replacement)
    }

    private func exported(by name: String) -> String? {
        if LinuxModules.exportingUIKit.contains(name) { return exists("UIKit") ? "UIKit" : "Foundation" }
        return LinuxModules.exportingFoundation.contains(name) ? "Foundation" : nil
    }

    private func exists(_ name: String) -> Bool {
        name == module || LinuxModules.toolchain.contains(name) || knownModules.contains(name)
    }

    // UIKit stands for Core Graphics, where the module is known; Foundation has its structures.
    private func replacement(for name: String) -> String? {
        guard let replacement = LinuxModules.replacements[name] else { return nil }
        if replacement == "OpenOSLog" || replacement == LinuxModules.combine || exists(replacement) {
            return replacement
        }
        return replacement == "UIKit" ? "Foundation" : nil
    }

    private func finish(_ node: ImportDeclSyntax, importing name: String) {
        guard condition(around: node) == nil else { return }
        importedModules.insert(name)
        if endOfFirstImport == nil { endOfFirstImport = text.range(of: node).upperBound }
    }

    /// The condition of the `#if` block around an import; `nil` if the import is not in one.
    private func condition(around node: ImportDeclSyntax) -> String? {
        var parent = node.parent
        while let next = parent {
            if let clause = next.as(IfConfigClauseSyntax.self) {
                return clause.condition.map { text.singleLine($0) } ?? ""
            }
            parent = next.parent
        }
        return nil
    }
}
