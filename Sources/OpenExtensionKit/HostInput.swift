import AppexProtocol
import Foundation
import OpenFoundation

/// The items that were sent, to which the errors about single items refer.
struct HostInput: @unchecked Sendable {  // read when the request begins; afterwards only their identity is used
    let items: [NSExtensionItem]

    /// The extension's error, with the errors about single items of the host under ``NSExtensionItemsAndErrorsKey``.
    func error(_ cancel: SessionInterface.Cancel) -> NSError {
        let error = cancel.error.error
        var errors: [NSExtensionItem: NSError] = [:]
        // An index beyond the items is ignored.
        for itemError in cancel.itemErrors where Int(itemError.item) < items.count {
            errors[items[Int(itemError.item)]] = itemError.error.error
        }
        guard !errors.isEmpty else { return error }
        let userInfo = error.userInfo.merging([NSExtensionItemsAndErrorsKey: errors]) { $1 }
        return NSError(domain: error.domain, code: error.code, userInfo: userInfo)
    }
}
