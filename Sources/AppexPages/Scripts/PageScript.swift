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

    /// The text that calls `finalize` of the script that has run. Its value is a promise of a text for ``answer(_:)``.
    ///
    /// - Parameter argument: the text of a ``PageValue``.
    package static func finalizing(_ argument: String) -> String {
        var json = JSONText()
        json.text(argument)
        return "openExtensionPage.finalize(\(String(decoding: json.bytes, as: UTF8.self)));"
    }

    private struct Answer: Decodable {
        /// The answer of `run` as a text; of `finalize`, whether it succeeded.
        struct Success: Decodable {
            let text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }

        let ok: Success?
        let error: String?
    }

    /// Reads what a call in the page has answered. It comes from a script world and is untrusted.
    ///
    /// - Returns: the text of a ``PageValue``; empty for `finalize`.
    /// - Throws: ``PageFailure`` with the sentence of the page's side if it failed.
    package static func answer(_ text: String) throws(PageFailure) -> String {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(text.utf8)) else {
            throw PageFailure("The script's answer cannot be read.")
        }
        if let error = answer.error { throw PageFailure(String(error.prefix(500))) }
        return answer.ok?.text ?? ""
    }
}
