import OpenExtensionKit

/// Shows what an extension makes of a text, and gives what it returns.
func edit(_ text: String, with identity: AppExtensionIdentity, on host: ExtensionHost) async throws -> [NSExtensionItem]
{
    let view = try await host.present(
        ExtensionHost.items(sharing: [text]), to: identity, traits: ViewTraits(width: 390, height: 600))
    let drawing = Task {
        for await update in view.updates {
            // From nothing, or as a change of what was drawn before.
            print(update.isWhole ? "\(update.tree)" : "\(update.operations)")
            view.presented()
            // A person presses the first button there is.
            if let button = update.tree.nodes.values.first(where: { $0.kind == .button }) {
                view.send(.activate, to: button.id)
            }
        }
    }
    defer { drawing.cancel() }
    return try await view.outcome()
}
