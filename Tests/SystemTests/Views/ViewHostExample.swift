import OpenExtensionKit

/// Presents an extension's view for a text, and returns the extension's result.
func edit(_ text: String, with identity: AppExtensionIdentity, on host: ExtensionHost) async throws -> [NSExtensionItem]
{
    let view = try await host.present(
        ExtensionHost.items(sharing: [text]), to: identity, traits: ViewTraits(width: 390, height: 600))
    let drawing = Task {
        for await update in view.updates {
            // Either the whole tree, or the changes since the previous update.
            print(update.isWhole ? "\(update.tree)" : "\(update.operations)")
            view.presented()
            // The user presses a button.
            if let button = update.tree.nodes.values.first(where: { $0.kind == .button }) {
                view.send(.activate, to: button.id)
            }
        }
    }
    defer { drawing.cancel() }
    return try await view.outcome()
}
