/// Writes a tree in the form that Apple prints and that the parser reads as an equal tree.
///
/// Blocks, dictionaries and objects have no such form and are described for people; a constant list or set becomes an
/// aggregate of its elements.
struct PredicatePrinter {
    fileprivate(set) var text = ""
    /// Stop after this many bytes: the text is an excerpt.
    fileprivate let limit: Int

    init(limit: Int = .max) {
        self.limit = limit
    }

    mutating func append(_ predicate: Predicate) {
        guard text.utf8.count < limit else { return }
        switch predicate {
        case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): append(comparison)
        case .and(let parts): append(parts, joinedBy: " AND ", none: "TRUEPREDICATE")
        case .or(let parts): append(parts, joinedBy: " OR ", none: "FALSEPREDICATE")
        case .not(let part):
            text += "NOT "
            appendPart(part)
        case .block: text += "BLOCKPREDICATE"
        }
    }

    private mutating func append(_ parts: [Predicate], joinedBy word: String, none: String) {
        if parts.isEmpty { text += none }
        if parts.count == 1 { return append(parts[0]) }
        for (number, part) in parts.enumerated() {
            if number > 0 { text += word }
            appendPart(part)
        }
    }

    /// Writes a part of a compound, in parentheses if it is itself a compound.
    private mutating func appendPart(_ part: Predicate) {
        switch part {
        case .and(let parts) where parts.count > 1, .or(let parts) where parts.count > 1:
            text += "("
            append(part)
            text += ")"
        case .and(let parts) where parts.count == 1, .or(let parts) where parts.count == 1: appendPart(parts[0])
        default: append(part)
        }
    }

    private mutating func append(_ comparison: Comparison) {
        if let word = comparison.modifier.word { text += word + " " }
        append(comparison.left, .comparison)
        text += " " + comparison.operator.text
        if !comparison.options.isEmpty {
            text += "["
            for (letter, option) in Comparison.Options.letters where comparison.options.contains(option) {
                text.append(letter)
            }
            text += "]"
        }
        text += " "
        append(comparison.right, .comparison)
    }

    /// Writes an expression, in parentheses if it binds less tightly than `minimum`.
    mutating func append(_ expression: Expression, _ minimum: Precedence = .comparison) {
        guard text.utf8.count < limit else { return }
        let precedence = expression.precedence
        if precedence < minimum { text += "(" }
        switch expression {
        case .constant(let value): append(value)
        case .evaluatedObject: text += "SELF"
        case .anyKey: text += "ANYKEY"
        case .variable(let name): text += "$" + name
        case .path(let base, let steps): append(steps, of: base)
        case .aggregate(let parts): append(parts, "{", "}")
        case .function(let name, let parts): append(function: name, parts, precedence)
        case .set(let operation, let one, let other): append(one, operation.word, other, precedence)
        case .assignment(let name, let value):
            text += "$" + name + " := "
            append(value)
        case .block(_, let parts): append(parts, "BLOCK(", ")")
        case .call, .subquery, .conditional, .cast, .fetch: append(special: expression)
        }
        if precedence < minimum { text += ")" }
    }

    private mutating func append(special expression: Expression) {
        switch expression {
        case .call(let target, let selector, let parts):
            append([target, .constant(.string(selector))] + parts, "FUNCTION(", ")")
        case .subquery(let collection, let name, let predicate):
            text += "SUBQUERY("
            append(collection)
            text += ", $" + name + ", "
            append(predicate)
            text += ")"
        case .conditional(let predicate, let one, let other):
            text += "TERNARY("
            append(predicate)
            text += ", "
            append([one, other], "", ")")
        case .cast(let value, let type): append([value, .constant(.string(type))], "CAST(", ")")
        case .fetch(let request, let context, let countOnly):
            append([request, context, .constant(.boolean(countOnly))], "FETCH(", ")")
        default: break
        }
    }

    private mutating func append(_ one: Expression, _ sign: String, _ other: Expression, _ precedence: Precedence) {
        append(one, precedence)
        text += " " + sign + " "
        append(other, precedence.tighter)
    }

    private mutating func append(_ expressions: [Expression], _ start: String, _ end: String) {
        text += start
        for (number, expression) in expressions.enumerated() {
            if number > 0 { text += ", " }
            append(expression)
        }
        text += end
    }

    private mutating func append(function name: String, _ parts: [Expression], _ precedence: Precedence) {
        if parts.count == 2, let (sign, _) = Expression.signs[name] {
            append(parts[0], sign, parts[1], precedence)
        } else {
            // The colon of a name can be omitted if it is the only one.
            let colons = name.utf8.count { $0 == UInt8(ascii: ":") }
            append(parts, (colons == 1 ? String(name.dropLast()) : name) + "(", ")")
        }
    }

    private mutating func append(_ steps: [PathStep], of base: Expression) {
        var rest = steps[...]
        switch (base, steps.first) {
        case (.evaluatedObject, .key(let key)) where key.isName:
            text += key.escaped
            rest = rest.dropFirst()
        case (.evaluatedObject, .collection(let name)):
            text += "@" + name
            rest = rest.dropFirst()
        default: append(base, .postfix)
        }
        for step in rest {
            switch step {
            case .key(let key): text += "." + (key.isName ? key.escaped : key.quoted)
            case .collection(let name): text += ".@" + name
            case .index(let index): append([index], "[", "]")
            case .first: text += "[FIRST]"
            case .last: text += "[LAST]"
            case .size: text += "[SIZE]"
            }
        }
    }
}

extension PredicatePrinter {
    mutating func append(_ value: PredicateValue) {
        switch value {
        case .null: text += "nil"
        case .boolean(let value): text += value ? "YES" : "NO"
        case .integer(let value): text += String(value)
        case .real(let value): text += value.isFinite ? String(value) : "CAST(\"\(value)\", \"NSNumber\")"
        case .string(let value): text += value.quoted
        case .date(let value): text += "CAST(\(value.isFinite ? String(value) : "\"\(value)\""), \"NSDate\")"
        case .data(let bytes): text += "CAST(\"\(bytes.hexadecimal)\", \"NSData\")"
        case .list(let values), .set(let values): append(values.lazy.map { ("", $0) }, separator: ", ")
        case .dictionary(let values):
            append(values.sorted { $0.key < $1.key }.lazy.map { ($0.key.quoted + " = ", $0.value) }, separator: "; ")
        case .object(let object): text += "<\(type(of: object))>"
        }
    }

    private mutating func append(_ values: some Sequence<(String, PredicateValue)>, separator: String) {
        text += "{"
        var isFirst = true
        for (name, value) in values {
            guard text.utf8.count < limit else { return }
            text += isFirst ? name : separator + name
            isFirst = false
            append(value)
        }
        text += "}"
    }
}

extension String {
    /// The name as a key, with a `#` where it would otherwise be a keyword.
    fileprivate var escaped: String {
        Keyword(word: Array(utf8)) == nil ? self : "#" + self
    }
}
