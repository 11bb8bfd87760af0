extension ExtensionTemplate {
    /// The script, which runs in the page before and after the extension.
    var scriptSource: String {
        """
        class Action {
            // Runs in the page first. What is passed on here is what the extension receives.
            run(parameters) {
                parameters.completionFunction({title: document.title});
            }

            // Runs in the page when the extension has returned a value for it.
            finalize(parameters) {
                document.title = parameters.title;
            }
        }

        var ExtensionPreprocessingJS = new Action();

        """
    }

    var pageSource: String {
        """
        import OpenExtensionFoundation

        /// Handles a request: returns the title of the web page in capital letters, which the script puts into the page.
        final class \(className): NSObject, NSExtensionRequestHandling {
            private static let type = "com.apple.property-list"

            func beginRequest(with context: NSExtensionContext) {
                Task { await \(className).handle(context) }
            }

            private static func handle(_ context: NSExtensionContext) async {
                do {
                    let argument = ["title": try await title(from: context).uppercased()] as NSDictionary
                    let item = NSExtensionItem()
                    item.attachments = [
                        NSItemProvider(
                            item: [NSExtensionJavaScriptFinalizeArgumentKey: argument] as NSDictionary, typeIdentifier: type)
                    ]
                    context.completeRequest(returningItems: [item])
                } catch {
                    context.cancelRequest(withError: error)
                }
            }

            /// The title that the function `run` of the script has passed on.
            private static func title(from context: NSExtensionContext) async throws -> String {
                let items = context.inputItems.compactMap { $0 as? NSExtensionItem }
                for attachment in items.flatMap({ $0.attachments ?? [] })
                where attachment.hasItemConformingToTypeIdentifier(type) {
                    let list = try await attachment.loadItem(NSDictionary.self, forTypeIdentifier: type)
                    let results = list[NSExtensionJavaScriptPreprocessingResultsKey] as? NSDictionary
                    if let title = results?["title"] as? String { return title }
                }
                throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: "There is no web page."])
            }
        }

        """
    }

    var pageTest: String {
        onDevice(
            "the title of a page comes back in capital letters",
            """
            let page = WebPage(url: try #require(URL(string: "https://example.org")), title: "Tea")
            let host = device.host()
            let offer = try #require(try await host.extensions(for: page).first)
            #expect(try offer.script().contains("ExtensionPreprocessingJS"))
            let items = page.items(results: ["title": "Tea"] as NSDictionary)
            let returned = try await host.send(items, to: offer.identity)
            #expect(try await WebPage.finalizeArgument(in: returned) == ["title": "TEA"])
            """)
    }
}
