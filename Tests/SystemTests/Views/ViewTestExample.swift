import ExtensionTesting
import OpenExtensionKit

/// Edits a photograph as a person does, and gives what comes back.
func adjust(_ photo: NSExtensionItem, on device: TestDevice) async throws -> [NSExtensionItem] {
    let view = try await device.present([photo], to: "org.openextensionkit.Darkroom.Adjust")
    try await view.slide(.label("Brightness"), to: 0.5)
    try await view.find(.text("50 %"))
    try await view.tap(.button("Done"))
    return try await view.outcome()
}
