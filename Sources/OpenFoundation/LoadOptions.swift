import AppexProtocol
import Foundation

/// The options and the expected class that are passed to a load handler.
final class LoadOptions: @unchecked Sendable {  // immutable; the values are passed on unchanged
    static let none = LoadOptions(nil, expecting: nil)

    let values: [AnyHashable: Any]?
    /// The requested class; nil for any class.
    let expectedClass: AnyClass?

    init(_ values: [AnyHashable: Any]?, expecting expectedClass: AnyClass?) {
        self.values = values
        self.expectedClass = expectedClass
    }

    /// The options of a load by another process. Only the names in ``classes`` are resolved to classes.
    convenience init(_ load: SessionInterface.Load) {
        self.init(
            load.options.isEmpty ? nil : load.options.compactMapValues(\.object),
            expecting: load.expectedClass.flatMap(Self.knownClass))
    }

    /// The values that can be sent to another process.
    var portableValues: [String: ItemValue] {
        guard let values else { return [:] }
        var writer = ItemValueWriter(archivesObjects: false)
        return writer.values(of: values, depth: 1) { $0.base as? String }
    }

    var portableClass: String? {
        guard let expectedClass else { return nil }
        let name = "\(expectedClass)"
        return Self.knownClass(name) == nil ? nil : name
    }

    /// The class with a name that the other process sends. This runs on the event loop.
    static func knownClass(_ name: String) -> AnyClass? { canBeKnown(name) ? classes[name] : nil }

    /// Whether a name is one of ASCII that is no longer than those of ``classes``, so that hashing it takes little time.
    static func canBeKnown(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= longestName && name.utf8.allSatisfy { $0 < 0x80 }
    }

    private static let longestName = classes.keys.map(\.utf8.count).max() ?? 0

    private static let classes: [String: AnyClass] = {
        let all: [AnyClass] = [
            NSString.self, NSAttributedString.self, NSData.self, NSURL.self, NSNumber.self, NSDate.self, NSArray.self,
            NSDictionary.self, NSUUID.self, NSError.self,
        ]
        let pictures = ItemPictures.shared.map { [$0 as AnyClass] } ?? []
        return Dictionary(uniqueKeysWithValues: (all + pictures).map { ("\($0)", $0) })
    }()
}
