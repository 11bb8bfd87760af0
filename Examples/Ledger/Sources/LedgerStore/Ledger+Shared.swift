import OpenFoundation

extension Ledger {
    /// The group of the app and its extension.
    private static let group = "group.org.openextensionkit.Ledger"

    /// The ledger that the app and its extension share.
    ///
    /// - Throws: `CocoaError` for a program that is not a member of the group.
    public static func shared() throws -> Ledger {
        guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw CocoaError(.fileReadNoPermission)
        }
        let file = container.appending(path: "Library/Application Support/ledger.json")
        return Ledger(file: file, suiteName: group)
    }
}
