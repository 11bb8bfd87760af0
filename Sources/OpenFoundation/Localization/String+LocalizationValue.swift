public import Foundation

extension String {
    /// A text with places for values, whose translation a bundle has.
    ///
    /// A string literal makes one: the key of `"\(count) files in \(name)"` is `%lld files in %@`.
    ///
    /// Source: https://developer.apple.com/documentation/swift/string/localizationvalue
    ///
    /// ## Difference from Apple
    /// Texts that vary by plural or device are not supported.
    public struct LocalizationValue: Equatable, ExpressibleByStringInterpolation, Sendable {
        /// The key: the text with the specifiers of `String(format:)` in place of values.
        let key: String
        let arguments: [any Sendable]

        /// Makes a value from a text that is known at run time.
        public init(_ value: String) {
            // Own text: a literal of the program.
            key = value.replacingOccurrences(of: "%", with: "%%")
            arguments = []
        }

        /// Makes a value without arguments.
        public init(stringLiteral value: String) { self.init(value) }

        /// Makes a value from its text and arguments.
        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            arguments = stringInterpolation.arguments
        }

        public static func == (left: Self, right: Self) -> Bool {
            left.key == right.key && left.arguments.map { "\($0)" } == right.arguments.map { "\($0)" }
        }

        /// The values in a ``String/LocalizationValue``.
        public struct StringInterpolation: StringInterpolationProtocol, Sendable {
            fileprivate var key = ""
            fileprivate var arguments: [any Sendable] = []

            /// Makes an empty text.
            public init(literalCapacity: Int, interpolationCount: Int) {}

            /// Adds text that belongs to the key.
            public mutating func appendLiteral(_ literal: String) {
                // Own text: a literal of the program.
                key += literal.replacingOccurrences(of: "%", with: "%%")
            }

            private mutating func append(_ specifier: String, _ value: any Sendable) {
                key += specifier
                arguments.append(value)
            }

            /// Adds a text, with the specifier `%@`.
            public mutating func appendInterpolation(_ value: String) { append("%@", value) }

            /// Adds a text, with the specifier `%@`.
            public mutating func appendInterpolation(_ value: Substring) { append("%@", String(value)) }

            /// Adds an integer, with the specifier `%lld`, or `%llu` for unsigned ones.
            public mutating func appendInterpolation<Value: FixedWidthInteger & Sendable>(_ value: Value) {
                let isLong = Value.bitWidth > 32
                append(Value.isSigned ? isLong ? "%lld" : "%d" : isLong ? "%llu" : "%u", value)
            }

            /// Adds a number, with the specifier `%lf`, or `%f` for `Float`.
            public mutating func appendInterpolation<Value: BinaryFloatingPoint & Sendable>(_ value: Value) {
                append(value is Float ? "%f" : "%lf", Double(value))
            }

            /// Adds an integer with a specifier such as `%03d`.
            public mutating func appendInterpolation<Value: FixedWidthInteger & Sendable>(
                _ value: Value, specifier: String
            ) {
                append(specifier, value)
            }

            /// Adds a number with a specifier such as `%.2f`.
            public mutating func appendInterpolation<Value: BinaryFloatingPoint & Sendable>(
                _ value: Value, specifier: String
            ) {
                append(specifier, Double(value))
            }

            /// Adds a value as a style formats it, with the specifier `%@`.
            public mutating func appendInterpolation<Style: FormatStyle>(_ value: Style.FormatInput, format: Style)
            where Style.FormatOutput == String {
                append("%@", format.format(value))
            }
        }
    }

    /// Looks up the translation of a text.
    ///
    /// - Parameters:
    ///   - keyAndValue: the key, which is the text if no translation exists.
    ///   - table: the name of the file without its extension; `nil` for `Localizable`.
    ///   - bundle: the bundle whose languages are searched; `nil` for that of the program.
    ///   - locale: the locale in which numbers are written.
    ///   - comment: a note for translators.
    ///
    /// Source: https://developer.apple.com/documentation/swift/string/init(localized:table:bundle:locale:comment:)
    public init(
        localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        // The keys of texts without arguments are in the files as they are written.
        let literal = keyAndValue.arguments.isEmpty ? FormatString(keyAndValue.key).filled(with: []) : nil
        let tables = LocalizedTables(bundle ?? .main)
        if let literal, let text = tables.text(literal, table: table) {
            self = text
        } else {
            let format = tables.text(keyAndValue.key, table: table) ?? keyAndValue.key
            self = FormatString(format).filled(with: keyAndValue.arguments, locale: locale)
        }
    }

    /// Looks up the text of a key.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - defaultValue: the text if no translation exists.
    ///   - table: the name of the file without its extension; `nil` for `Localizable`.
    ///   - bundle: the bundle whose languages are searched; `nil` for that of the program.
    ///   - locale: the locale in which numbers are written.
    ///   - comment: a note for translators.
    ///
    /// Source: https://developer.apple.com/documentation/swift/string/init(localized:defaultvalue:table:bundle:locale:comment:)
    public init(
        localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        let text = LocalizedTables(bundle ?? .main).text("\(key)", table: table)
        if let text, defaultValue.arguments.isEmpty {
            self = text
        } else {
            self = FormatString(text ?? defaultValue.key).filled(with: defaultValue.arguments, locale: locale)
        }
    }
}
