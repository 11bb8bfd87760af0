package import AppexProtocol
import Foundation

extension ItemDescription {
    /// Describes an item by all values that can be sent, without its attachments.
    package init(_ item: NSExtensionItem) {
        var writer = ItemValueWriter(archivesObjects: false)
        self.init(
            title: item.attributedTitle.map { AttributedText($0, &writer, depth: 0) },
            contentText: item.attributedContentText.map { AttributedText($0, &writer, depth: 0) },
            userInfo: writer.values(of: item.userInfo ?? [:], depth: 1) { key in
                (key.base as? String).flatMap { NSExtensionItem.propertyKeys.contains($0) ? nil : $0 }
            })
    }
}

extension NSExtensionItem {
    /// Creates the described item without its attachments.
    package convenience init(_ description: ItemDescription) {
        self.init()
        var userInfo: [AnyHashable: Any] = description.userInfo.compactMapValues(\.value)
        for key in Self.propertyKeys { userInfo[key] = nil }
        self.userInfo = userInfo
        attributedTitle = description.title.map { NSAttributedString($0) }
        attributedContentText = description.contentText.map { NSAttributedString($0) }
    }
}
