import Foundation
import OSLog
import UniformTypeIdentifiers

final class SummaryRequestHandler: NSObject, NSExtensionRequestHandling {
    private let logger = Logger(subsystem: "com.example.Gallery4", category: "summary")

    func beginRequest(with context: NSExtensionContext) {
        let providers = context.inputItems.compactMap { $0 as? NSExtensionItem }.flatMap { $0.attachments ?? [] }
        guard let provider = providers.first(where: { $0.hasItemConformingToTypeIdentifier(UTType.text.identifier) })
        else {
            logger.error("There is no text among \(providers.count) attachments")
            return context.cancelRequest(withError: CocoaError(.userCancelled))
        }
        logger.info("Reading \(provider.registeredTypeIdentifiers.first ?? "nothing", privacy: .public)")
        _ = provider.loadObject(ofClass: String.self) { [logger] text, error in
            let words = (text ?? "").split(whereSeparator: \.isWhitespace).count
            let summary = String(localized: "The text has \(words) words.", comment: "The result")
            logger.notice("Done with \(text ?? "", privacy: .private)")
            let item = NSExtensionItem()
            item.attributedTitle = NSAttributedString(string: String(localized: "summary.title"))
            item.attributedContentText = NSAttributedString(string: summary)
            context.completeRequest(returningItems: [item])
        }
    }
}
