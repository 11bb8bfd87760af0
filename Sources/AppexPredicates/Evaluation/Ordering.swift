/// The order of two values.
enum Ordering {
    case ascending, same, descending

    init<Value: Comparable>(_ one: Value, _ other: Value) {
        self = one < other ? .ascending : one == other ? .same : .descending
    }

    var reversed: Ordering {
        switch self {
        case .ascending: .descending
        case .same: .same
        case .descending: .ascending
        }
    }
}
