extension Predicate: CustomStringConvertible {
    /// The predicate's text, in Apple's form: operators in upper case, strings in double quotation marks, brackets
    /// around a compound in another. It parses as the same predicate.
    package var description: String {
        PredicatePrinter.text { $0.append(self) }
    }

    /// The beginning of the text, for a person.
    ///
    /// - Parameter length: how many characters at most.
    package func excerpt(_ length: Int) -> String {
        PredicatePrinter.excerpt(length) { $0.append(self) }
    }
}

extension Expression: CustomStringConvertible {
    /// The expression's text, as in a predicate.
    package var description: String {
        PredicatePrinter.text { $0.append(self) }
    }

    /// The beginning of the text, for a person; see ``Predicate/excerpt(_:)``.
    package func excerpt(_ length: Int) -> String {
        PredicatePrinter.excerpt(length) { $0.append(self) }
    }
}

extension PredicateValue: CustomStringConvertible {
    /// The value as it is written in a predicate. Dictionaries and objects have no form there; they are described for a
    /// person.
    package var description: String {
        PredicatePrinter.text { $0.append(self) }
    }

    /// The beginning of the text, for a person; see ``Predicate/excerpt(_:)``.
    package func excerpt(_ length: Int) -> String {
        PredicatePrinter.excerpt(length) { $0.append(self) }
    }
}

extension PredicatePrinter {
    fileprivate static func text(_ append: (inout PredicatePrinter) -> Void) -> String {
        var printer = PredicatePrinter()
        append(&printer)
        return printer.text
    }

    /// The beginning of a text, with a sign in the place of what is too much. No more of it is made than is needed.
    fileprivate static func excerpt(_ length: Int, _ append: (inout PredicatePrinter) -> Void) -> String {
        var printer = PredicatePrinter(limit: 4 * length)
        append(&printer)
        // Not characters, each of which can have any number of scalars.
        let start = printer.text.unicodeScalars.prefix(length)
        return start.endIndex == printer.text.endIndex ? printer.text : String(start.dropLast()) + "…"
    }
}
