import Foundation
import OpenExtensionKit

/// The host of README.md, word for word; the test compares the two.
func readmeHost(photo: URL, output: URL) async throws {
    let host = try ExtensionHost()
    let sepia = try await host.extension("org.openextensionkit.Darkroom.Sepia")
    let item = NSExtensionItem()
    item.attachments = [NSItemProvider(contentsOf: photo)!]
    let edited = try await host.send([item], to: sepia)
    let data = try await edited[0].attachments![0].loadItem(forTypeIdentifier: "public.jpeg") as! NSData
    try data.write(to: output)
}
