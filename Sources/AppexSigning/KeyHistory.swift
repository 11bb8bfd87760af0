/// The keys of a maker, from the first to the one in use, each of which has signed its successor.
///
/// The maker is whoever has the first key. What a key signs of its successor is a text of two lines: one that names the format,
/// and the successor in base 64.
struct KeyHistory: Sendable {
    /// A key and its statement that another one succeeds it.
    private struct Statement: Sendable {
        let key: PublicKey
        let signature: Minisignature
    }

    private let statements: [Statement]
    /// The key in use.
    let current: PublicKey

    /// The maximum number of statements.
    static let limit = 8
    /// The maximum size of the statements in bytes.
    static let textLimit = limit * (Minisignature.fileLimit + PublicKey.fileLimit)
    /// The lines of a statement: the file of a key, and that of a signature.
    private static let lineCount = 2 + Minisignature.lineCount
    private static let header = "openextensionkit-successor 1"
    private static let comment = "successor"

    /// The history of a key that succeeds no other one.
    init(of key: PublicKey) {
        statements = []
        current = key
    }

    private init(_ statements: [Statement], _ current: PublicKey) {
        self.statements = statements
        self.current = current
    }

    /// Reads the statements that lead to a key, and verifies them. They are untrusted.
    ///
    /// - Parameter text: empty if the key succeeds no other one.
    /// - Throws: ``SigningError`` with the code `invalid` for a text that is malformed, too many statements, a key that occurs twice, or
    ///   a statement that its key has not signed; `library`.
    init(of key: PublicKey, text: [UInt8]) throws(SigningError) {
        guard text.count <= Self.textLimit, let lines = text.isEmpty ? [] : MinisignText.lines(text) else {
            throw Self.refusal("they are cut off, not UTF-8 or longer than \(Self.textLimit) bytes")
        }
        let count = lines.count / Self.lineCount
        guard count <= Self.limit else {
            throw Self.refusal("they are more than \(Self.limit)")
        }
        guard lines.count % Self.lineCount == 0 else { throw Self.refusal("one of them is cut off") }
        var statements: [Statement] = []
        for start in stride(from: 0, to: lines.count, by: Self.lineCount) {
            let end = start + Self.lineCount
            guard MinisignText.comment(lines[start], MinisignText.untrusted) != nil else {
                throw Self.refusal("one of them does not begin with a key")
            }
            statements.append(
                Statement(
                    key: try PublicKey(line: lines[start + 1]),
                    signature: try Minisignature(lines: lines[(start + 2)..<end])))
        }
        self.init(statements, key)
        guard Set(keys.map(\.bytes)).count == keys.count else {
            throw Self.refusal("a key succeeds itself, in a circle")
        }
        for (statement, successor) in zip(statements, keys.dropFirst()) {
            do throws(SigningError) {
                try statement.signature.verify(Self.content(successor), by: statement.key)
            } catch {
                guard error.code == .changed else { throw error }
                throw Self.refusal("one of them is not signed by the key that it is of")
            }
        }
    }

    /// All keys, the first one first.
    var keys: [PublicKey] { statements.map(\.key) + [current] }

    /// The key by which the maker is known.
    var first: PublicKey { statements.first?.key ?? current }

    /// The history of a successor of the key in use.
    ///
    /// - Parameter key: the key in use.
    /// - Throws: ``SigningError`` with the code `identity` if there are as many statements as a bundle may have; `library`.
    func succeeded(by successor: PublicKey, signedBy key: SecretKey) throws(SigningError) -> KeyHistory {
        guard statements.count < Self.limit else {
            throw SigningError(
                .identity,
                "The key has \(Self.limit) predecessors, and cannot have more; create an identity, which is a new team."
            )
        }
        let signature = try Minisignature(of: Self.content(successor), comment: Self.comment, by: key)
        return KeyHistory(statements + [Statement(key: current, signature: signature)], successor)
    }

    /// The statements as text; empty if there are none.
    var text: String {
        statements.map { $0.key.text(comment: "predecessor") + $0.signature.text(note: "by the predecessor") }.joined()
    }

    /// What a key signs of its successor.
    private static func content(_ successor: PublicKey) -> [UInt8] { Array("\(header)\n\(successor.line)\n".utf8) }

    private static func refusal(_ reason: String) -> SigningError {
        SigningError(
            .invalid,
            "The statements by which the maker's keys succeed each other cannot be used, because \(reason); get the app again."
        )
    }
}
