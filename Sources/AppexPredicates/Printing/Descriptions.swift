extension Predicate: CustomStringConvertible {
    /// The predicate's text, in Apple's form: operators in upper case, strings in double quotation marks, brackets
    /// around a compound in another. It parses as the same predicate.
    package var description: String {
        var printer = PredicatePrinter()
        printer.append(self)
        return printer.text
    }

    /// The beginning of the text, for a person.
    ///
    /// - Parameter length: how many characters at most.
    package func excerpt(_ length: Int) -> String {
        var printer = PredicatePrinter(limit: 4 * length)
        printer.append(self)
        return printer.text.shortened(length)
    }
}

extension Expression: CustomStringConvertible {
    /// The expression's text, as in a predicate.
    package var description: String {
        var printer = PredicatePrinter()
        printer.append(self)
        return printer.text
    }

    /// The beginning of the text, for a person; see ``Predicate/excerpt(_:)``.
    package func excerpt(_ length: Int) -> String {
        var printer = PredicatePrinter(limit: 4 * length)
        printer.append(self)
        return printer.text.shortened(length)
    }
}

extension PredicateValue: CustomStringConvertible {
    /// The value as it is written in a predicate. Dictionaries and objects have no form there; they are described for a
    /// person.
    package var description: String {
        var printer = PredicatePrinter()
        printer.append(self)
        return printer.text
    }

    /// The beginning of the text, for a person; see ``Predicate/excerpt(_:)``.
    package func excerpt(_ length: Int) -> String {
        var printer = PredicatePrinter(limit: 4 * length)
        printer.append(self)
        return printer.text.shortened(length)
    }
}

extension String {
    /// The text, with a sign in the place of what is too much.
    fileprivate func shortened(_ length: Int) -> String {
        let start = prefix(length)
        return start.endIndex == endIndex ? self : start.dropLast() + "…"
    }
}
