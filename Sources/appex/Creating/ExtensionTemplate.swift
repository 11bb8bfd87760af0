/// The files and targets of a new extension.
struct ExtensionTemplate {
    let kind: ProjectKind
    let name: ProjectName
    /// The name of the app that contains the extension, and the identifier of the extension.
    let app: String
    let identifier: String
    /// The name that users see; nil for that of the target.
    var displayName: ProjectName?
    /// What the package gets the library from.
    var library = LibraryOrigin.sdk

    var project: ProjectTemplate {
        var files = [
            "Sources/\(name)/\(className).swift": source,
            "Sources/\(name)/Info.plist": ProjectTemplate.infoPlist(
                name, identifier: identifier, displayName: displayName, declaration: declaration),
            "Tests/\(name)Tests/\(name)Tests.swift": ProjectTemplate.testFile(name, app: app, body: test),
        ]
        if kind == .page { files["Sources/\(name)/Resources/\(script).js"] = scriptSource }
        return ProjectTemplate(files: files, targets: [target, library.tests(name)])
    }

    /// The name of the script of a page action, without its extension.
    private var script: String { "Action" }

    var className: String { kind.hasView ? "\(name)ViewController" : "\(name)RequestHandler" }

    private var target: String {
        let modules = [
            ProjectKind.share: ["Social", "UIKit"], .today: ["NotificationCenter", "UIKit"],
            .photo: ["PhotosUI", "UIKit"],
        ]
        return library.program(
            name, modules: ["OpenExtensionFoundation"], frameworks: kind.hasView ? modules[kind] ?? ["UIKit"] : [],
            isBundle: true, hasResources: kind == .page)
    }

    /// The extension's part of its Info.plist.
    private var declaration: String {
        let points: [ProjectKind: String] = [
            .action: "com.apple.services", .actionUI: "com.apple.ui-services", .share: "com.apple.share-services",
            .today: "com.apple.widget-extension", .photo: "com.apple.photo-editing", .page: "com.apple.services",
        ]
        return """
            	<key>NSExtension</key>
            	<dict>
            \(attributes)		<key>NSExtensionPointIdentifier</key>
            		<string>\(points[kind] ?? "")</string>
            		<key>NSExtensionPrincipalClass</key>
            		<string>$(PRODUCT_MODULE_NAME).\(className)</string>
            	</dict>

            """
    }

    /// The attributes in the Info.plist: for which items hosts offer the extension; empty if there are none.
    private var attributes: String {
        let content: String
        switch kind {
        case .today: return ""
        case .photo: content = "<key>PHSupportedMediaTypes</key>\n<array>\n\t<string>Image</string>\n</array>"
        case .page:
            content =
                Self.rule("NSExtensionActivationSupportsWebPageWithMaxCount", "<integer>1</integer>")
                + "\n<key>NSExtensionJavaScriptPreprocessingFile</key>\n<string>\(script)</string>"
        case .action, .actionUI, .share, .app, .host:
            content = Self.rule("NSExtensionActivationSupportsText", "<true/>")
        }
        return "\t\t<key>NSExtensionAttributes</key>\n\t\t<dict>\n\t\t\t"
            + content.replacing("\n", with: "\n\t\t\t") + "\n\t\t</dict>\n"
    }

    private static func rule(_ key: String, _ value: String) -> String {
        "<key>NSExtensionActivationRule</key>\n<dict>\n\t<key>\(key)</key>\n\t\(value)\n</dict>"
    }

    private var source: String {
        switch kind {
        case .actionUI: actionViewSource
        case .share: shareSource
        case .today: todaySource
        case .photo: photoSource
        case .page: pageSource
        case .action, .app, .host: actionSource
        }
    }

    private var test: String {
        switch kind {
        case .actionUI: actionViewTest
        case .share: shareTest
        case .today: todayTest
        case .photo: photoTest
        case .page: pageTest
        case .action, .app, .host: actionTest
        }
    }

    /// A test that has the app on a device of its own.
    func onDevice(_ claim: String, _ body: String) -> String {
        """
        @Test(.timeLimit(.minutes(2))) func `\(claim)`() async throws {
            let folder = try #require(apps)
            try await TestDevice.with { device in
                try await device.install(URL(filePath: folder + "/\(app).app"))
                \(body.replacing("\n", with: "\n        "))
            }
        }
        """
    }

    private static let item = """
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: "hello")

        """

    // MARK: An action

    private var actionSource: String {
        """
        import OpenExtensionFoundation

        /// Handles a request: returns the text that it receives in capital letters.
        final class \(className): NSObject, NSExtensionRequestHandling {
            func beginRequest(with context: NSExtensionContext) {
                Task { await \(className).handle(context) }
            }

            private static func handle(_ context: NSExtensionContext) async {
                do {
                    let text = try await text(from: context)
                    let item = NSExtensionItem()
                    item.attributedContentText = NSAttributedString(string: text.uppercased())
                    context.completeRequest(returningItems: [item])
                } catch {
                    context.cancelRequest(withError: error)
                }
            }

            /// The text of the first item, or its first attachment that is a text.
            private static func text(from context: NSExtensionContext) async throws -> String {
                let items = context.inputItems.compactMap { $0 as? NSExtensionItem }
                if let text = items.first?.attributedContentText?.string { return text }
                for attachment in items.flatMap({ $0.attachments ?? [] })
                where attachment.hasItemConformingToTypeIdentifier("public.text") {
                    return try await attachment.loadItem(String.self, forTypeIdentifier: "public.text")
                }
                throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: "There is no text to change."])
            }
        }

        """
    }

    private var actionTest: String {
        onDevice(
            "a text comes back in capital letters",
            Self.item + """
                let returned = try await device.send([item], to: "\(identifier)")
                #expect(returned.first?.attributedContentText?.string == "HELLO")
                """)
    }

    // MARK: An action with a view

    private var actionViewSource: String {
        """
        import UIKit

        /// Shows the text that it receives, and returns it as the person has changed it.
        final class \(className): UIViewController {
            private let textField = UITextField()

            override func viewDidLoad() {
                super.viewDidLoad()
                title = "\(name)"
                view.backgroundColor = .systemBackground
                let item = extensionContext?.inputItems.first as? NSExtensionItem
                textField.text = item?.attributedContentText?.string
                textField.accessibilityLabel = "Text"
                let done = UIButton(type: .system, primaryAction: UIAction(title: "Done") { [weak self] _ in self?.finish() })
                let cancel = UIButton(
                    type: .system, primaryAction: UIAction(title: "Cancel") { [weak self] _ in self?.cancel() })
                let stack = UIStackView(arrangedSubviews: [textField, done, cancel])
                stack.axis = .vertical
                stack.spacing = 16
                stack.translatesAutoresizingMaskIntoConstraints = false
                view.addSubview(stack)
                let margins = view.layoutMarginsGuide
                NSLayoutConstraint.activate([
                    stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
                    stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
                    stack.topAnchor.constraint(equalTo: margins.topAnchor, constant: 16),
                ])
            }

            private func finish() {
                let item = NSExtensionItem()
                item.attributedContentText = NSAttributedString(string: textField.text ?? "")
                extensionContext?.completeRequest(returningItems: [item])
            }

            private func cancel() {
                extensionContext?.cancelRequest(withError: CocoaError(.userCancelled))
            }
        }

        """
    }

    private var actionViewTest: String {
        onDevice(
            "a text comes back as it was changed",
            Self.item + """
                let view = try await device.present([item], to: "\(identifier)")
                try await view.type("Hello, world")
                try await view.tap(.button("Done"))
                let returned = try await view.outcome()
                #expect(returned.first?.attributedContentText?.string == "Hello, world")
                """)
    }

    // MARK: A share extension

    private var shareSource: String {
        """
        import Social
        import UIKit

        /// The compose sheet. What a person posts is printed, so `appex logs \(identifier)` shows it.
        final class \(className): SLComposeServiceViewController {
            override func isContentValid() -> Bool { !contentText.isEmpty }

            override func didSelectPost() {
                print("Posted: \\(contentText ?? "")")
                extensionContext?.completeRequest(returningItems: [])
            }
        }

        """
    }

    private var shareTest: String {
        onDevice(
            "a text is posted",
            Self.item + """
                let view = try await device.present([item], to: "\(identifier)")
                try await view.type("Hello, world")
                try await view.tap(.button("Post"))
                _ = try await view.outcome()
                let line = try await device.line(printedBy: "\(identifier)") { $0.hasSuffix("Posted: Hello, world") }
                #expect(line != nil)
                """)
    }

    // MARK: A widget

    private var todaySource: String {
        """
        import NotificationCenter
        import UIKit

        /// The widget: it shows the date.
        final class \(className): UIViewController, NCWidgetProviding {
            private let label = UILabel()

            override func viewDidLoad() {
                super.viewDidLoad()
                label.translatesAutoresizingMaskIntoConstraints = false
                view.addSubview(label)
                let margins = view.layoutMarginsGuide
                NSLayoutConstraint.activate([
                    label.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
                    label.topAnchor.constraint(equalTo: margins.topAnchor),
                ])
                show()
            }

            func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void) {
                completionHandler(show() ? .newData : .noData)
            }

            /// Shows the date.
            ///
            /// - Returns: whether it is another one than the one that was shown.
            @discardableResult
            private func show() -> Bool {
                let text = "Today is \\(Date.now.formatted(.iso8601.year().month().day()))"
                guard label.text != text else { return false }
                label.text = text
                return true
            }
        }

        """
    }

    private var todayTest: String {
        onDevice(
            "the widget shows the date",
            """
            let view = try await device.present([], to: "\(identifier)")
            let texts = try await view.wait("a label") { tree in
                let texts = tree.nodes.values.compactMap { $0.text(.text) }
                return texts.isEmpty ? nil : texts
            }
            #expect(texts.contains { $0.hasPrefix("Today is ") })
            await view.dismiss()
            """)
    }
}
