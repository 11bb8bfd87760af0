import SwiftSyntax

extension IfConfigDeclSyntax {
    /// A clause, and the condition under which it is compiled.
    struct ConditionalClause {
        /// The condition, on one line; it contains those of the clauses before.
        var condition: String
        /// The clause.
        var clause: IfConfigClauseSyntax
    }

    /// The clauses with their conditions on Linux.
    func conditionalClauses(in text: SourceText) -> [ConditionalClause] {
        let isForApple = !mentionsLinux(in: text)
        var excluded: [String] = []
        return clauses.map { clause in
            let own = clause.condition.map { condition in
                let text = text.singleLine(condition)
                return isForApple ? Self.onLinux(text) : text
            }
            let parts = excluded.map { "!(\($0))" } + (own.map { [excluded.isEmpty ? $0 : "(\($0))"] } ?? [])
            if let own { excluded.append(own) }
            return ConditionalClause(condition: parts.joined(separator: " && "), clause: clause)
        }
    }

    /// Whether a condition has a case for Linux, so that the author has decided what is compiled there.
    func mentionsLinux(in text: SourceText) -> Bool {
        clauses.contains { clause in clause.condition.map { text.singleLine($0).contains("os(Linux)") } ?? false }
    }

    /// A condition that treats Linux as iOS.
    static func onLinux(_ condition: String) -> String {
        condition.split(separator: "os(iOS)", omittingEmptySubsequences: false)
            .joined(separator: "(os(iOS) || os(Linux))")
    }
}
