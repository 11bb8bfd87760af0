extension Predicate: CustomStringConvertible {
    /// The predicate's text in Apple's form: operators in upper case, strings in double quotation marks, nested
    /// compounds in parentheses. Parsing it gives an equal predicate.
    package var description: String {
        PredicatePrinter.text { $0.append(self) }
    }

    /// The beginning of the text, to show to people.
    ///
    /// - Parameter length: the largest number of characters.
    package func excerpt(_ length: Int) -> String {
        PredicatePrinter.excerpt(length) { $0.append(self) }
    }
}

extension Expression: CustomStringConvertible {
    /// The expression's text, as in a predicate.
    package var description: String {
        PredicatePrinter.text { $0.append(self) }
    }

    /// The beginning of the text, to show to people.
    ///
    /// - Parameter length: the largest number of characters.
    package func excerpt(_ length: Int) -> String {
        PredicatePrinter.excerpt(length) { $0.append(self) }
    }
}

extension PredicateValue: CustomStringConvertible {
    /// The value as a literal of the predicate language. Dictionaries and objects have no literal and are described for
    /// people.
    package var description: String {
        PredicatePrinter.text { $0.append(self) }
    }

    /// The beginning of the text, to show to people.
    ///
    /// - Parameter length: the largest number of characters.
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

    /// The beginning of a text, with an ellipsis for the rest, which is not even generated.
    fileprivate static func excerpt(_ length: Int, _ append: (inout PredicatePrinter) -> Void) -> String {
        var printer = PredicatePrinter(limit: 4 * length)
        append(&printer)
        // Not characters, each of which can have any number of scalars.
        let start = printer.text.unicodeScalars.prefix(length)
        return start.endIndex == printer.text.endIndex ? printer.text : String(start.dropLast()) + "…"
    }
}
