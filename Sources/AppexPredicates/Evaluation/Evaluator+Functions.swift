/// The functions of the predicate language, and calls of objects' own functions.
extension Evaluator {
    /// The result of a function of ``FunctionCatalogue``; `nil` if a number or text among the arguments is `nil`.
    mutating func value(
        of name: String, with arguments: [PredicateValue]
    ) throws(EvaluationError) -> PredicateValue {
        guard FunctionCatalogue.argumentCounts[name]?.contains(arguments.count) == true else {
            throw EvaluationError(
                .unsupported, "there is no function \(name.excerpt) with \(arguments.count) arguments")
        }
        switch name {
        case "now": return .date(context.now())
        case "random": return .integer(.random(in: 0...Int64(Int32.max)))
        case "noindex:": return arguments[0]
        case "castObject:toType:": return try cast(arguments[0], toTypeIn: arguments[1])
        case "objectFrom:withIndex:": return try element(at: arguments[1], of: arguments[0])
        case "distanceToLocation:fromLocation:":
            throw EvaluationError(.unsupported, "distances between locations are not supported")
        case "uppercase:", "lowercase:", "length:": return try text(name, arguments[0])
        case "sum:", "average:", "count:", "min:", "max:", "median:", "mode:", "stddev:":
            return try statistics(name, arguments)
        default: return try Arithmetic.value(of: name, with: arguments)
        }
    }

    /// The result of calling a selector on an object.
    func call(
        _ selector: String, of target: PredicateValue, with arguments: [PredicateValue]
    ) throws(EvaluationError) -> PredicateValue {
        switch target {
        case .null: return .null
        case .object(let object):
            if let value = object.value(calling: selector, with: arguments) { return value }
        default: break
        }
        throw EvaluationError(.unsupported, "\(target.kindName) has no function \(selector.excerpt.quoted)")
    }

    private mutating func text(_ name: String, _ value: PredicateValue) throws(EvaluationError) -> PredicateValue {
        if case .null = value { return .null }
        guard case .string(let text) = value else {
            throw EvaluationError(.typeMismatch, "\(name) needs a string, not \(value.kindName)")
        }
        // Case mapping takes about 20 ns for each character.
        try spend(bytes: 64 * text.utf8.count)
        return switch name {
        case "uppercase:": .string(text.uppercased())
        case "lowercase:": .string(text.lowercased())
        default: .integer(Int64(text.utf16.count))
        }
    }

    // MARK: - Types

    private mutating func cast(_ value: PredicateValue, toTypeIn type: PredicateValue) throws(EvaluationError)
        -> PredicateValue
    {
        guard case .string(let name) = type else {
            throw EvaluationError(.typeMismatch, "a type's name is a string, not \(type.kindName)")
        }
        return try cast(value, to: name)
    }

    /// Converts the value to one of Apple's classes; supports those that predicates can work with.
    mutating func cast(_ value: PredicateValue, to type: String) throws(EvaluationError) -> PredicateValue {
        if case .null = value { return .null }
        switch (type, value) {
        case ("NSNumber", .string(let text)), ("NSDecimalNumber", .string(let text)):
            try spend(bytes: text.utf8.count)
            if let number = Int64(text).map(PredicateValue.integer) ?? Double(text).map(PredicateValue.real) {
                return number
            }
        case ("NSNumber", .date(let seconds)), ("NSDecimalNumber", .date(let seconds)): return .real(seconds)
        case ("NSNumber", _) where Number(value) != nil, ("NSDecimalNumber", _) where Number(value) != nil:
            return value
        case ("NSDate", .date), ("NSString", .string), ("NSData", .data), ("NSArray", .list), ("NSSet", .set),
            ("NSDictionary", .dictionary):
            return value
        case ("NSDate", _):
            if let number = Number(value) { return .date(number.real) }
        case ("NSString", _):
            if let number = Number(value) { return .string(number.value.description) }
        case ("NSArray", .set(let values)): return .list(values)
        case ("NSSet", .list(let values)):
            try spend(lookingAt: values)
            return .set(values.distinct)
        default: break
        }
        throw EvaluationError(.typeMismatch, "\(value.kindName) cannot be cast to \(type.excerpt)")
    }

    // MARK: - Statistics

    private mutating func statistics(
        _ name: String, _ arguments: [PredicateValue]
    ) throws(EvaluationError) -> PredicateValue {
        var values = arguments
        if arguments.count == 1, let elements = arguments[0].elements { values = elements }
        if name == "count:" { return .integer(Int64(values.count)) }
        try spend(lookingAt: values)
        values.removeAll { $0 == .null }
        switch name {
        case "sum:": return try sum(values, for: name).value
        case "min:": return try extreme(values, .ascending, for: name)
        case "max:": return try extreme(values, .descending, for: name)
        case "mode:": return .list(mostFrequent(values))
        default:
            guard !values.isEmpty else { return .null }
            let mean = try sum(values, for: name).real / Double(values.count)
            if name == "average:" { return .real(mean) }
            let reals = values.compactMap { Number($0)?.real }
            if name == "stddev:" {
                let squares = reals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
                return .real((squares / Double(reals.count)).squareRoot())
            }
            let sorted = reals.sorted()
            let middle = sorted.count / 2
            return .real(sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle])
        }
    }

    func sum(_ values: [PredicateValue], for name: String) throws(EvaluationError) -> Number {
        var total = Number.integer(0)
        for value in values { total = Arithmetic.add(total, try Arithmetic.number(value, for: name)) }
        return total
    }

    /// The smallest or largest value; `nil` if there are none.
    mutating func extreme(
        _ values: [PredicateValue], _ wanted: Ordering, for name: String
    ) throws(EvaluationError) -> PredicateValue {
        guard var best = values.first else { return .null }
        let strings = StringRules([], context)
        for value in values.dropFirst() where try order(value, name, best, strings) == wanted { best = value }
        return best
    }

    /// The values that occur most often, in order of appearance.
    private func mostFrequent(_ values: [PredicateValue]) -> [PredicateValue] {
        var counts: [MembershipKey: Int] = [:]
        for value in values { counts[MembershipKey(value), default: 0] += 1 }
        let most = counts.values.max()
        return values.distinct.filter { counts[MembershipKey($0)] == most }
    }
}
