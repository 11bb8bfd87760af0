/// A key of the Info.plist that belongs to an extension point.
package struct PointKey: Sendable, Hashable {
    /// The key.
    package let name: String
    /// The type of the value.
    package let type: ValueType
    /// The dictionary that contains the key.
    package let place: Place
    /// Whether an extension must have the key.
    package let isRequired: Bool
    /// The values that the key, or each element of its array, can have; empty if any is possible.
    package let values: [String]
    /// Whether hosts choose extensions by the key, so that one with none of ``values`` is never offered.
    package let decidesOffers: Bool

    /// The type of a key's value.
    package enum ValueType: String, Sendable, Hashable {
        case boolean = "a boolean"
        case number = "a number"
        case string = "a string"
        case strings = "an array of strings"
        case stringOrStrings = "a string or an array of strings"
        case dictionary = "a dictionary"
        case dictionaries = "an array of dictionaries"
        case stringOrDictionary = "a string or a dictionary"
    }

    /// The dictionary that contains a key.
    package enum Place: Sendable, Hashable {
        /// `NSExtensionAttributes`; in the ExtensionKit style, `EXAppExtensionAttributes`.
        case attributes
        /// `NSExtension`.
        case declaration
        /// The root of the Info.plist.
        case infoPlist
    }

    init(
        _ name: String, _ type: ValueType, in place: Place = .attributes, isRequired: Bool = false,
        of values: [String] = [], decidesOffers: Bool = false
    ) {
        self.name = name
        self.type = type
        self.place = place
        self.isRequired = isRequired
        self.values = values
        self.decidesOffers = decidesOffers
    }
}

extension PointKey.ValueType {
    /// Whether a value is of the type. As in property lists that people write by hand, 0 and 1 are booleans too.
    package func accepts(_ value: PropertyListValue) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.boolean, .integer(0)), (.boolean, .integer(1)): true
        case (.number, .integer), (.number, .real): true
        case (.string, .string), (.stringOrStrings, .string), (.stringOrDictionary, .string): true
        case (.strings, .array(let values)), (.stringOrStrings, .array(let values)):
            values.allSatisfy { $0.string != nil }
        case (.dictionary, .dictionary), (.stringOrDictionary, .dictionary): true
        case (.dictionaries, .array(let values)): values.allSatisfy { $0.dictionary != nil }
        default: false
        }
    }
}
