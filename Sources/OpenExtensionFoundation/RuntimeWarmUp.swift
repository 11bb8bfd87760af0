import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation

/// Does what every process of an extension does first, in a process that does not know yet which extension it will be: pages are
/// loaded, tables are built, and types get their metadata.
///
/// The program of a shared runtime (`appex-runtime`) calls it by its name in C. It starts no thread, opens no file, and asks for
/// nothing that differs between extensions, such as the main bundle, arguments, home folder or environment.
@_cdecl("appex_runtime_warm")
package func warmUpRuntime() {
    let item = ItemDescription(contentText: AttributedText("-"), userInfo: ["-": .string("-")])
    guard let bytes = try? SessionInterface.Begin(identifier: UUID().uuidString, items: [item]).wireBytes(),
        let begin = try? SessionInterface.Begin(wireBytes: bytes)
    else { return }
    let items = begin.items.map { _ in NSExtensionItem() }
    let context = NSExtensionContext(inputItems: items) { _, _ in }
    withExtendedLifetime(context.inputItems) {}
    let json = try? JSONSerialization.data(withJSONObject: ["-": [1, 2.5, "-"]])
    _ = json.flatMap { try? JSONSerialization.jsonObject(with: $0) }
}
