/// Key paths, with the rules of key-value coding for collections.
extension Evaluator {
    /// The value at the end of a path.
    mutating func value(
        at steps: ArraySlice<PathStep>, of start: PredicateValue
    ) throws(EvaluationError) -> PredicateValue {
        var value = start
        for (place, step) in zip(steps.indices, steps) {
            try spend()
            switch step {
            case .key(let key): value = try self.value(forKey: key, of: value)
            case .collection("count"): value = try count(of: value)
            case .collection(let name):
                return try collect(name, of: value, along: steps[(place + 1)...])
            case .index(let index): value = try element(at: try self.value(of: index), of: value)
            case .first: value = try elements(of: value, for: "[FIRST]").first ?? .null
            case .last: value = try elements(of: value, for: "[LAST]").last ?? .null
            case .size: value = try count(of: value)
            }
        }
        return value
    }

    /// The value for one key. For a list it is the list of its elements' values; for `nil` it is `nil`.
    private mutating func value(forKey key: String, of value: PredicateValue) throws(EvaluationError) -> PredicateValue
    {
        switch (value, key) {
        case (.null, _): return .null
        case (.dictionary(let values), _): return values[key] ?? .null
        case (.list(let values), _), (.set(let values), _):
            try spend(values.count)
            var results: [PredicateValue] = []
            results.reserveCapacity(values.count)
            for element in values { results.append(try self.value(forKey: key, of: element)) }
            guard case .set = value else { return .list(results) }
            try spend(lookingAt: results)
            return .set(results.distinct)
        case (.object(let object), _):
            if let result = object.value(forKey: key) ?? (key == "self" ? value : nil) { return result }
        case (.string, "length"): return try self.value(of: "length:", with: [value])
        case (.data(let bytes), "length"): return .integer(Int64(bytes.count))
        case (_, "self"): return value
        default: break
        }
        throw EvaluationError(.undefinedKey, "\(value.kindName) has no value for the key \(key.excerpt.quoted)")
    }

    private func count(of value: PredicateValue) throws(EvaluationError) -> PredicateValue {
        switch value {
        case .null: .null
        case .list(let values), .set(let values): .integer(Int64(values.count))
        case .dictionary(let values): .integer(Int64(values.count))
        default: throw EvaluationError(.notACollection, "\(value.kindName) has no count")
        }
    }

    /// The element of a list at an index, or the value of a dictionary for a key.
    func element(at index: PredicateValue, of value: PredicateValue) throws(EvaluationError) -> PredicateValue {
        switch (value, index) {
        case (.null, _): return .null
        case (.dictionary(let values), .string(let key)): return values[key] ?? .null
        case (.list(let values), _):
            guard let number = Number(index)?.integer else { break }
            guard values.indices.contains(Int(number)) else {
                throw EvaluationError(.indexOutOfRange, "a list of \(values.count) has no element [\(number)]")
            }
            return values[Int(number)]
        default: break
        }
        throw EvaluationError(.typeMismatch, "\(value.kindName) cannot be indexed by \(index.kindName)")
    }

    /// Applies a collection operator to the elements, or to the values at the end of a path from each element.
    private mutating func collect(
        _ name: String, of value: PredicateValue, along path: ArraySlice<PathStep>
    ) throws(EvaluationError) -> PredicateValue {
        if case .null = value { return .null }
        var results: [PredicateValue] = []
        for element in try elements(of: value, for: "@" + name) {
            try spend()
            if name.hasSuffix("Arrays") || name.hasSuffix("Sets") {
                for inner in try elements(of: element, for: "@" + name) {
                    try spend()
                    results.append(try self.value(at: path, of: inner))
                }
            } else {
                results.append(try self.value(at: path, of: element))
            }
        }
        results.removeAll { $0 == .null }
        try spend(lookingAt: results)
        switch name {
        case "sum": return try sum(results, for: "@sum").value
        case "avg": return .real(results.isEmpty ? 0 : try sum(results, for: "@avg").real / Double(results.count))
        case "min": return try extreme(results, .ascending, for: "@min")
        case "max": return try extreme(results, .descending, for: "@max")
        case "unionOfObjects", "unionOfArrays": return .list(results)
        case "distinctUnionOfObjects", "distinctUnionOfArrays": return .list(results.distinct)
        case "unionOfSets", "distinctUnionOfSets": return .set(results.distinct)
        default: throw EvaluationError(.unsupported, "there is no collection operator @\(name.excerpt)")
        }
    }
}
