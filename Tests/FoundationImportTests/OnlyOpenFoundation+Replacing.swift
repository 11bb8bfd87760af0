import OpenFoundation

extension OnlyOpenFoundation {
    /// All arguments, which a file that imports Foundation cannot name.
    static func replace(_ item: URL, with other: URL) throws -> URL? {
        try FileManager.default.replaceItemAt(
            item, withItemAt: other, backupItemName: "backup", options: [.withoutDeletingBackupItem])
    }
}
