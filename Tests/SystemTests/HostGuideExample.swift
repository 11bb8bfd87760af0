import Foundation
import OpenExtensionKit

/// Hands a text to the first extension that is offered for it, and returns the texts that come back.
func process(_ text: String, on host: ExtensionHost) async throws -> [String] {
    let item = NSExtensionItem()
    item.attributedContentText = NSAttributedString(string: text)
    guard let identity = try await host.extensions(matching: [item]).first else { return [] }
    do {
        let returned = try await host.send([item], to: identity, timeout: .seconds(30))
        return returned.compactMap { $0.attributedContentText?.string }
    } catch let error as ExtensionError {
        switch error.code {
        case .cancelledByExtension:
            print("\(identity.localizedName) declined: \(error.underlying?.localizedDescription ?? error.message)")
        case .died, .timedOut, .protocolViolation:
            print("\(identity.localizedName) failed, see the report \(error.reportIdentifier ?? "of its app")")
        default:
            print(error.message)
        }
        return []
    }
}

/// Begins a request that can be cancelled.
func begin(_ text: String, on host: ExtensionHost) -> Task<[String], any Error> {
    // The item is created inside of the task, because NSExtensionItem is not Sendable.
    Task { try await process(text, on: host) }
}
