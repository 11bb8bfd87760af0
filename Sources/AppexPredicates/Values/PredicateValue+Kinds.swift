extension PredicateValue {
    /// The kind of the value with its article, for messages: "a string", "a list".
    package var kindName: String {
        switch self {
        case .null: "nil"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .real: "a real number"
        case .string: "a string"
        case .date: "a date"
        case .data: "data"
        case .list: "a list"
        case .set: "a set"
        case .dictionary: "a dictionary"
        case .object: "an object"
        }
    }
}
