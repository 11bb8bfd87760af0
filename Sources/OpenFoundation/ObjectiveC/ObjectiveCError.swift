/// The reason for which a method could not be called by its selector, or a property not be set by its name.
public enum ObjectiveCError: Error, Equatable {
    /// No method with the selector is registered for the class.
    case unrecognizedSelector(String, ofClass: String)
    /// No property with the name is registered for the class.
    case undefinedKey(String, ofClass: String)
    /// The property can only be read.
    case readOnlyKey(String, ofClass: String)
    /// An argument, counted from 0, or the value of a property has another type.
    case argument(position: Int, found: String, expected: String)
}

extension ObjectiveCError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unrecognizedSelector(let name, let owner):
            "The class \(owner) has no @objc method with the selector \"\(name)\"."
        case .undefinedKey(let name, let owner):
            "The class \(owner) has no @objc property or outlet with the name \"\(name)\"."
        case .readOnlyKey(let name, let owner):
            "The property \"\(name)\" of the class \(owner) cannot be set."
        case .argument(let position, let found, let expected):
            "Argument \(position + 1) is of the type \(found) instead of \(expected)."
        }
    }
}
