public import Foundation

/// Replacing an item without a moment at which neither the old nor the new one is in its place.
///
/// swift-corelibs-foundation moves the original over the new item on Linux, which loses the new one. These methods take the
/// place of its methods of the same names in a file that imports OpenFoundation. In a file that imports Foundation as well,
/// ``replaceItemAt(_:withItemAt:backupItemName:options:)`` with all four arguments is ambiguous: leave out the import of
/// Foundation, which OpenFoundation includes, or an argument that has its default value.
extension FileManager {
    /// Replaces an item by another one, which is moved to its place.
    ///
    /// - Returns: the URL of the item, which is that of the original.
    /// - Throws: `CocoaError`. Both items are where they were then.
    @discardableResult
    public func replaceItemAt(_ originalItemURL: URL, withItemAt newItemURL: URL) throws -> URL? {
        try replaceItemAt(originalItemURL, withItemAt: newItemURL, backupItemName: nil, options: [])
    }

    /// Replaces an item by another one, as ``replaceItemAt(_:withItemAt:backupItemName:options:)`` without options. There is
    /// no backup when it returns.
    @discardableResult
    public func replaceItemAt(
        _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?
    ) throws -> URL? {
        try replaceItemAt(originalItemURL, withItemAt: newItemURL, backupItemName: backupItemName, options: [])
    }

    /// Replaces an item by another one, as ``replaceItemAt(_:withItemAt:backupItemName:options:)`` without a backup.
    @discardableResult
    public func replaceItemAt(
        _ originalItemURL: URL, withItemAt newItemURL: URL, options: FileManager.ItemReplacementOptions
    ) throws -> URL? {
        try replaceItemAt(originalItemURL, withItemAt: newItemURL, backupItemName: nil, options: options)
    }

    /// Replaces an item by another one, which is moved to its place. It gets the permissions of the original, unless the
    /// options say otherwise; a file does not become set-user-ID or set-group-ID. An item on another file system is copied
    /// first.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/filemanager/replaceitemat(_:withitemat:backupitemname:options:)
    ///
    /// - Parameter backupItemName: the name under which the original is kept beside the new item with the option
    ///   `withoutDeletingBackupItem`. It must not be that of the original. Another item with this name is replaced.
    /// - Returns: the URL of the item, which is that of the original.
    /// - Throws: `CocoaError`: `.fileWriteInvalidFileName` if both URLs are those of one item, `.featureUnsupported` if one
    ///   is not a file, a folder or a link. Both items are where they were then, unless only the backup or the removal of
    ///   the original failed: the original is then where the new item was.
    @discardableResult
    public func replaceItemAt(
        _ originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?,
        options: FileManager.ItemReplacementOptions
    ) throws -> URL? {
        let replacement = ItemReplacement(
            original: originalItemURL, new: newItemURL,
            backupName: options.contains(.withoutDeletingBackupItem) ? backupItemName : nil,
            keepsNewMetadata: options.contains(.usingNewMetadataOnly))
        try replacement.run()
        return originalItemURL
    }

    /// Replaces an item by another one, as ``replaceItemAt(_:withItemAt:backupItemName:options:)``.
    ///
    /// Source: https://developer.apple.com/documentation/foundation/filemanager/replaceitem(at:withitemat:backupitemname:options:resultingitemurl:)
    ///
    /// - Parameter resultingURL: set to the URL of the item.
    public func replaceItem(
        at originalItemURL: URL, withItemAt newItemURL: URL, backupItemName: String?,
        options: FileManager.ItemReplacementOptions = [], resultingItemURL resultingURL: UnsafeMutablePointer<NSURL?>?
    ) throws {
        let url = try replaceItemAt(
            originalItemURL, withItemAt: newItemURL, backupItemName: backupItemName, options: options)
        resultingURL?.pointee = url as NSURL?
    }
}
