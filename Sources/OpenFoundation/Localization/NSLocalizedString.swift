public import Foundation

// swift-corelibs-foundation has one function with default arguments, which reads the development language only. The
// compiler prefers these, because they leave no argument out.

/// Looks up the text of a key in the table `Localizable` of the program's bundle.
///
/// - Returns: the text in the language that the user prefers among those of the bundle; the key if the table does not have it.
///
/// Source: https://developer.apple.com/documentation/foundation/nslocalizedstring(_:tablename:bundle:value:comment:)
///
/// ## Difference from Apple
/// A call with all five arguments, and `Bundle.localizedString(forKey:value:table:)`, are Foundation's, which reads the
/// development language of the bundle.
public func NSLocalizedString(_ key: String, comment: String) -> String {
    localizedText(key, nil, .main, nil)
}

/// Looks up the text of a key in a table of the program's bundle.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String) -> String {
    localizedText(key, tableName, .main, nil)
}

/// Looks up the text of a key in the table `Localizable` of a bundle.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String {
    localizedText(key, nil, bundle, nil)
}

/// Looks up the text of a key in the table `Localizable` of the program's bundle, with a default text.
public func NSLocalizedString(_ key: String, value: String, comment: String) -> String {
    localizedText(key, nil, .main, value)
}

/// Looks up the text of a key in a table of a bundle.
public func NSLocalizedString(_ key: String, tableName: String?, bundle: Bundle, comment: String) -> String {
    localizedText(key, tableName, bundle, nil)
}

/// Looks up the text of a key in a table of the program's bundle, with a default text.
public func NSLocalizedString(_ key: String, tableName: String?, value: String, comment: String) -> String {
    localizedText(key, tableName, .main, value)
}

/// Looks up the text of a key in the table `Localizable` of a bundle, with a default text.
public func NSLocalizedString(_ key: String, bundle: Bundle, value: String, comment: String) -> String {
    localizedText(key, nil, bundle, value)
}

private func localizedText(_ key: String, _ table: String?, _ bundle: Bundle, _ value: String?) -> String {
    // An empty default counts as the key.
    LocalizedTables(bundle).text(key, table: table) ?? value.flatMap { $0.isEmpty ? nil : $0 } ?? key
}
