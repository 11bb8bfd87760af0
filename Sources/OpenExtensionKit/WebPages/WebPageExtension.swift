import AppexModel
package import AppexProtocol
import AppexSystem
import SystemPackage

/// An extension that is offered for a web page.
public struct WebPageExtension: Sendable, Hashable, Identifiable {
    /// The extension.
    public let identity: AppExtensionIdentity
    /// Whether the extension expects that the host runs its JavaScript in the page and hands over the results.
    ///
    /// It is true if the extension names a script (`NSExtensionJavaScriptPreprocessingFile`) and its activation rule
    /// accepts web pages. The script must not be run for an extension whose rule accepts only the page's address.
    public var usesScript: Bool { scriptName != nil }
    /// The name of the script's file, without `.js`.
    private let scriptName: String?
    /// The broker's record of the extension.
    package let record: ExtensionRecord

    /// The bundle identifier.
    public var id: String { identity.bundleIdentifier }

    /// - Parameter acceptsPages: whether the extension's rule accepts web pages, and not only their addresses.
    init(_ record: ExtensionRecord, acceptsPages: Bool) {
        identity = AppExtensionIdentity(record)
        self.record = record
        scriptName = acceptsPages ? record.attributes?["NSExtensionJavaScriptPreprocessingFile"]?.string : nil
    }

    /// The maximum size of a script in bytes.
    public static let scriptBytes = 1 << 20

    /// The text of the script, which defines the global variable `ExtensionPreprocessingJS`.
    ///
    /// The script belongs to an app and is untrusted: a host runs it in the page and in a script world of its own, never
    /// in one that has rights of the host.
    ///
    /// - Throws: ``ExtensionError/Code/refused`` if the extension has no script or its rule does not accept web pages, or if the
    ///   file does not exist, is not UTF-8, or has more than ``scriptBytes`` bytes.
    public func script() throws(ExtensionError) -> String {
        let name = identity.localizedName
        guard let scriptName else {
            throw ExtensionError(.refused, "\(name) does not run JavaScript in web pages.")
        }
        let shown = ManifestError.printable(scriptName, limit: 80)
        guard FileNameRule.isValid(scriptName) else {
            throw ExtensionError(
                .refused,
                "\(name) names \(shown) as its JavaScript file, which is not the name of a file without “.js”.")
        }
        guard let bytes = Self.file("\(scriptName).js", in: FilePath(record.bundlePath)) else {
            throw ExtensionError(.refused, "\(name) does not contain its JavaScript file \(shown).js.")
        }
        guard bytes.count <= Self.scriptBytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw ExtensionError(
                .refused, "The JavaScript file \(shown).js of \(name) is not UTF-8 text of at most 1 MB.")
        }
        return text
    }

    private static func file(_ name: String, in bundle: FilePath) -> [UInt8]? {
        for folder in [bundle, bundle.appending("Contents/Resources")] {
            if let bytes = try? FileContent.prefix(of: folder.appending(name), limit: scriptBytes + 1) { return bytes }
        }
        return nil
    }
}

extension ExtensionHost {
    /// The extensions of the share sheet that are offered for a web page, in order.
    ///
    /// An extension is offered if its activation rule accepts the page's address, a web page, or both.
    ///
    /// - Throws: ``ExtensionError/Code/brokerUnavailable``; ``ExtensionError/Code/refused`` if too many queries are open.
    ///
    /// ## Difference from Apple
    /// Safari alone runs scripts of extensions; other apps offer the address of a page. Here every host may run them.
    public func extensions(for page: WebPage) async throws(ExtensionError) -> [WebPageExtension] {
        let points = ExtensionPoint.ofShareSheet.map(\.identifier.rawValue)
        func matching(_ items: [MatchItem]?) async throws(ExtensionError) -> [ExtensionRecord] {
            try await broker.match(MatchQuery(points: points, items: items)).extensions
        }
        func accepting(_ type: String) async throws(ExtensionError) -> Set<String> {
            Set(try await matching([MatchItem(attachments: [[type]], hasText: false)]).map(\.identifier))
        }
        let pages = try await accepting("com.apple.property-list")
        let addresses = try await accepting("public.url")
        // This list has the order in which extensions are offered.
        return try await matching(nil).filter { pages.contains($0.identifier) || addresses.contains($0.identifier) }
            .map { WebPageExtension($0, acceptsPages: pages.contains($0.identifier)) }
    }
}
