/// What is wrong with a text, and at which byte.
///
/// It is a class so that it takes one word in each of the parser's many stack frames. ``PredicateSource/error(_:)``
/// creates the error for people once, at the end.
final class SyntaxFault: Error {
    let place: Int
    let expected: String
    let found: String
    let hint: String?

    init(at place: Int, expected: String, found: String, hint: String?) {
        self.place = place
        self.expected = expected
        self.found = found
        self.hint = hint
    }
}
