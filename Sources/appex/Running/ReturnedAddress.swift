import Foundation
import OpenExtensionKit

/// The address of a page that an extension returns as an attachment without a name. It is a text for the user, and not a file.
enum ReturnedAddress {
    /// The maximum length of an address in bytes; a longer one is written to a file.
    private static let longest = 16 << 10

    /// Loads the address.
    ///
    /// - Returns: nil if the attachment is something else, if it cannot be loaded before the deadline, and for an address with
    ///   characters that URLs do not have.
    nonisolated(nonsending) static func load(
        from provider: NSItemProvider, _ type: String, before deadline: ContinuousClock.Instant
    ) async -> String? {
        guard type == "public.url", provider.suggestedName == nil else { return nil }
        let load = Task {
            try await provider.withFileRepresentation(forTypeIdentifier: type) { file -> Data? in
                let handle = try FileHandle(forReadingFrom: file)
                return try handle.read(upToCount: longest + 1)
            }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + max(.zero, deadline - .now) / .seconds(1)) {
            load.cancel()
        }
        let bytes = try? await withTaskCancellationHandler {
            try await load.value
        } onCancel: {
            load.cancel()
        }
        return bytes.flatMap(address)
    }

    /// The address in the content of an attachment; nil if it is not one of a page.
    static func address(_ bytes: Data) -> String? {
        guard (1...longest).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return URL(string: text)?.scheme.map { $0 != "file" } == true ? text : nil
    }
}
