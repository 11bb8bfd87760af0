import Foundation

/// The JavaScript that runs an extension's script in a page.
///
/// A host evaluates it in a script world that belongs to the extension, so that neither the page nor another extension's
/// script sees it.
package enum PageScript {
    /// The file `page-script.js`, which has to be evaluated first.
    package static let wrapper = String(decoding: PackageResources.page_script_js, as: UTF8.self)

    /// The text that calls `run` of a script. Its value is a promise of a text for ``answer(_:)``.
    ///
    /// - Parameter script: the text of the extension's file, which becomes the body of a function.
    package static func running(_ script: String, extensionName name: String) -> String {
        var json = JSONText()
        json.text(name)
        let end = "\n;return typeof ExtensionPreprocessingJS === \"undefined\" ? undefined : ExtensionPreprocessingJS;"
        return wrapper + "\nopenExtensionPage.run(function () {\(script)\(end)}, {extensionName: "
            + String(decoding: json.bytes, as: UTF8.self) + "});"
    }

    /// The text that calls `finalize` of the script that has run. Its value is a promise of a text for ``hasFinalized(_:)``.
    ///
    /// - Parameter argument: the text of a ``PageValue``.
    package static func finalizing(_ argument: String) -> String {
        var json = JSONText()
        json.text(argument)
        return "openExtensionPage.finalize(\(String(decoding: json.bytes, as: UTF8.self)));"
    }

    private struct Failed: Decodable {
        let error: String
    }

    private struct Run: Decodable {
        let ok: String
    }

    private struct Finalized: Decodable {
        let called: Bool
    }

    /// Reads what `run` has answered. It comes from a script world and is untrusted.
    ///
    /// - Throws: ``PageFailure`` with the sentence of the page's side if it failed.
    package static func answer(_ text: String) throws(PageFailure) -> PageValue {
        try PageValue(parsing: try read(Run.self, text).ok)
    }

    /// Reads whether the script has a function `finalize`, which was called then.
    ///
    /// - Throws: ``PageFailure`` with the sentence of the page's side if it failed.
    package static func hasFinalized(_ text: String) throws(PageFailure) -> Bool {
        try read(Finalized.self, text).called
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws(PageFailure) -> Value {
        let data = Data(text.utf8)
        if let failed = try? JSONDecoder().decode(Failed.self, from: data) {
            throw PageFailure(String(failed.error.prefix(500)))
        }
        guard let value = try? JSONDecoder().decode(Value.self, from: data) else {
            throw PageFailure("The script's answer cannot be read.")
        }
        return value
    }
}
