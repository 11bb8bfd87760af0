public import Foundation

/// A place for items that the user copies.
///
/// Source: https://developer.apple.com/documentation/uikit/uipasteboard
///
/// ## Difference from Apple
/// A pasteboard belongs to the process: what is copied cannot be pasted in other programs or by the host, and is lost when the
/// process ends.
@preconcurrency @MainActor
public final class UIPasteboard: NSObject {
    /// The pasteboard of the process.
    public static let general = UIPasteboard(generalName, storage(of: generalName))
    /// Posted after ``general`` or another pasteboard has changed.
    public nonisolated static let changedNotification = Notification.Name("UIPasteboardChangedNotification")

    /// The name of a pasteboard.
    public struct Name: RawRepresentable, Hashable, Sendable {
        /// The text of the name.
        public let rawValue: String
        /// Makes a name from a text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What the objects of one pasteboard share.
    @MainActor
    private final class Storage {
        var items: [[String: Any]] = []
        var changeCount = 0
    }

    private static let generalName = Name(rawValue: "com.apple.UIKit.pboard.general")
    private static var storages = [generalName: Storage()]

    private static func storage(of name: Name) -> Storage {
        if let storage = storages[name] { return storage }
        let new = Storage()
        storages[name] = new
        return new
    }

    private let storage: Storage
    /// The name.
    public let name: Name
    /// The number of changes since the process started.
    public var changeCount: Int { storage.changeCount }
    /// The items, each with its values by type identifier.
    public var items: [[String: Any]] {
        get { storage.items }
        set {
            storage.items = newValue
            storage.changeCount += 1
            NotificationCenter.default.post(name: Self.changedNotification, object: self)
        }
    }

    private init(_ name: Name, _ storage: Storage) {
        self.name = name
        self.storage = storage
    }

    /// Makes an object for the pasteboard with a name. All objects for one name have the same items and changes.
    ///
    /// - Parameter create: whether the pasteboard is made if it does not exist.
    /// - Returns: `nil` if it does not exist and is not made.
    public convenience init?(name pasteboardName: Name, create: Bool) {
        guard create || Self.storages[pasteboardName] != nil else { return nil }
        self.init(pasteboardName, Self.storage(of: pasteboardName))
    }

    /// The number of items.
    public var numberOfItems: Int { items.count }

    /// The text of the first item with one.
    public var string: String? {
        get { strings?.first }
        set { strings = newValue.map { [$0] } }
    }

    /// The texts of the items; `nil` if no item has one.
    public var strings: [String]? {
        get { values("public.utf8-plain-text") }
        set { items = (newValue ?? []).map { ["public.utf8-plain-text": $0] } }
    }

    /// The URL of the first item with one.
    public var url: URL? {
        get { urls?.first }
        set { urls = newValue.map { [$0] } }
    }

    /// The URLs of the items; `nil` if no item has one.
    public var urls: [URL]? {
        get { values("public.url") }
        set { items = (newValue ?? []).map { ["public.url": $0, "public.utf8-plain-text": $0.absoluteString] } }
    }

    /// The picture of the first item with one.
    public var image: UIImage? {
        get { images?.first }
        set { images = newValue.map { [$0] } }
    }

    /// The pictures of the items; `nil` if no item has one.
    public var images: [UIImage]? {
        get { values("public.image") }
        set { items = (newValue ?? []).map { ["public.image": $0] } }
    }

    /// The colour of the first item with one.
    public var color: UIColor? {
        get { (values("com.apple.uikit.color") as [UIColor]?)?.first }
        set { items = newValue.map { [["com.apple.uikit.color": $0]] } ?? [] }
    }

    /// Whether an item has a text.
    public var hasStrings: Bool { strings != nil }
    /// Whether an item has a URL.
    public var hasURLs: Bool { urls != nil }
    /// Whether an item has a picture.
    public var hasImages: Bool { images != nil }
    /// Whether an item has a colour.
    public var hasColors: Bool { color != nil }

    /// The type identifiers of the first item.
    public var types: [String] { items.first.map { Array($0.keys).sorted() } ?? [] }

    /// Returns whether the first item has a value of one of some types.
    public func contains(pasteboardTypes: [String]) -> Bool { !Set(types).isDisjoint(with: pasteboardTypes) }

    /// Returns the data of the first item for a type; `nil` if it has none. The data of a text are in UTF-8.
    public func data(forPasteboardType pasteboardType: String) -> Data? {
        let value = items.first?[pasteboardType]
        return value as? Data ?? (value as? String).map { Data($0.utf8) }
    }

    /// Returns the value of the first item for a type; `nil` if it has none.
    public func value(forPasteboardType pasteboardType: String) -> Any? { items.first?[pasteboardType] }

    /// Replaces the items by data of a type.
    public func setData(_ data: Data, forPasteboardType pasteboardType: String) { items = [[pasteboardType: data]] }

    /// Replaces the items by a value of a type.
    public func setValue(_ value: Any, forPasteboardType pasteboardType: String) { items = [[pasteboardType: value]] }

    /// Adds items.
    public func addItems(_ items: [[String: Any]]) { self.items += items }

    /// Replaces the items.
    ///
    /// - Parameter options: have no effect, because other programs cannot read them and they end with the process.
    public func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) { self.items = items }

    /// The keys of the options of ``setItems(_:options:)``.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String
        /// Makes a key from a text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// When the items are removed. It has no effect.
        public static let expirationDate = OptionsKey(rawValue: "UIPasteboardOptionExpirationDate")
        /// Whether the items stay on this device, as they always do.
        public static let localOnly = OptionsKey(rawValue: "UIPasteboardOptionLocalOnly")
    }

    private func values<Value>(_ type: String) -> [Value]? {
        let values = items.compactMap { $0[type] as? Value }
        return values.isEmpty ? nil : values
    }
}
