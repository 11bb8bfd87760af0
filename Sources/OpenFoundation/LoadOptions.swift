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
            expecting: load.expectedClass.flatMap { Self.classes[$0] })
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
        return Self.classes[name] == nil ? nil : name
    }

    private static let classes: [String: AnyClass] = {
        let all: [AnyClass] = [
            NSString.self, NSAttributedString.self, NSData.self, NSURL.self, NSNumber.self, NSDate.self, NSArray.self,
            NSDictionary.self, NSUUID.self, NSError.self,
        ]
        let pictures = ItemPictures.shared.map { [$0 as AnyClass] } ?? []
        return Dictionary(uniqueKeysWithValues: (all + pictures).map { ("\($0)", $0) })
    }()
}
