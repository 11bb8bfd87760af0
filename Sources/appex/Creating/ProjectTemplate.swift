/// The files and targets that `appex new` adds to a package.
struct ProjectTemplate {
    /// The content of each file, by its path in the package's folder.
    let files: [String: String]
    /// The sources of the targets in Package.swift.
    let targets: [String]

    /// A containing app.
    static func app(_ name: ProjectName, identifier: String, library: LibraryOrigin = .sdk) -> ProjectTemplate {
        let files = [
            "Sources/\(name)/AppDelegate.swift": """
            import UIKit

            /// The containing app.
            @main
            final class AppDelegate: UIResponder, UIApplicationDelegate {
                var window: UIWindow?

                func application(
                    _ application: UIApplication,
                    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
                ) -> Bool {
                    window = UIWindow(frame: UIScreen.main.bounds)
                    window?.rootViewController = UINavigationController(rootViewController: MainViewController())
                    window?.makeKeyAndVisible()
                    return true
                }
            }

            """,
            "Sources/\(name)/MainViewController.swift": """
            import UIKit

            /// What the app shows.
            final class MainViewController: UIViewController {
                override func viewDidLoad() {
                    super.viewDidLoad()
                    title = "\(name)"
                    view.backgroundColor = .systemBackground
                    let label = UILabel()
                    label.text = "This app contains app extensions, which other apps offer."
                    label.numberOfLines = 0
                    label.translatesAutoresizingMaskIntoConstraints = false
                    view.addSubview(label)
                    let margins = view.layoutMarginsGuide
                    NSLayoutConstraint.activate([
                        label.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
                        label.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
                        label.topAnchor.constraint(equalTo: margins.topAnchor, constant: 16),
                    ])
                }
            }

            """,
            // A launch screen is what the home screen knows an app with a view by.
            "Sources/\(name)/Info.plist": infoPlist(
                name, identifier: identifier, declaration: "\t<key>UILaunchScreen</key>\n\t<dict/>\n"),
            "Tests/\(name)Tests/\(name)Tests.swift": testFile(
                name, app: name.text,
                body: """
                    @Test(.timeLimit(.minutes(2))) func `the app can be installed`() async throws {
                        let folder = try #require(apps)
                        try await TestDevice.with { device in
                            let app = try await device.install(URL(filePath: folder + "/\(name).app"))
                            #expect(app.bundleIdentifier == "\(identifier)")
                        }
                    }
                    """),
        ]
        let target = library.program(name, frameworks: ["UIKit"], isBundle: true)
        return ProjectTemplate(files: files, targets: [target, library.tests(name)])
    }

    /// A program that uses extensions.
    static func host(_ name: ProjectName, library: LibraryOrigin = .sdk) -> ProjectTemplate {
        let files = [
            "Sources/\(name)/\(name).swift": """
            import Foundation
            import OpenExtensionKit

            /// Hands a text to the first extension that accepts texts, and prints the texts that come back.
            @main enum \(name) {
                static func main() async {
                    let text = CommandLine.arguments.dropFirst().joined(separator: " ")
                    do {
                        let texts = try await process(text, on: try ExtensionHost())
                        print(texts.isEmpty ? "No extension returned a text." : texts.joined(separator: "\\n"))
                    } catch {
                        FileHandle.standardError.write(Data("\\(error.localizedDescription)\\n".utf8))
                        exit(1)
                    }
                }

                /// Returns the texts that the extension returns; none if there is no extension.
                static func process(_ text: String, on host: ExtensionHost) async throws -> [String] {
                    let item = NSExtensionItem()
                    item.attributedContentText = NSAttributedString(string: text)
                    let services = try await host.extensions(matching: [item], at: "com.apple.services")
                    guard let service = services.first else { return [] }
                    let returned = try await host.send([item], to: service, timeout: .seconds(30))
                    return returned.compactMap { $0.attributedContentText?.string }
                }
            }

            """,
            "Tests/\(name)Tests/\(name)Tests.swift": """
            import ExtensionTesting
            import OpenExtensionKit
            import Testing

            @testable import \(name)

            @Suite struct \(name)Tests {
                @Test func `nothing comes back where no extension is installed`() async throws {
                    try await TestDevice.with { device in
                        let texts = try await \(name).process("hello", on: device.host())
                        #expect(texts.isEmpty)
                    }
                }
            }

            """,
        ]
        let target = library.program(name, modules: ["OpenExtensionKit"], isBundle: false)
        return ProjectTemplate(files: files, targets: [target, library.tests(name, of: name)])
    }

    /// A file with a suite that needs the bundled app.
    static func testFile(_ name: ProjectName, app: String, body: String) -> String {
        """
        import ExtensionTesting
        import Foundation
        import OpenExtensionKit
        import Testing

        /// The folder with \(app).app, which `appex test` has built.
        private let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]

        @Suite(.enabled(if: apps != nil, "`appex test` builds the app and runs this."))
        struct \(name)Tests {
            \(body.replacing("\n", with: "\n    "))
        }

        """
    }

    /// An Info.plist.
    ///
    /// - Parameter displayName: the name that users see; nil for that of the target.
    /// - Parameter declaration: the lines that follow the common ones.
    static func infoPlist(
        _ name: ProjectName, identifier: String, displayName: ProjectName? = nil, declaration: String = ""
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        	<key>CFBundleDisplayName</key>
        	<string>\(displayName ?? name)</string>
        	<key>CFBundleIdentifier</key>
        	<string>\(identifier)</string>
        	<key>CFBundlePackageType</key>
        	<string>$(PRODUCT_BUNDLE_PACKAGE_TYPE)</string>
        	<key>CFBundleShortVersionString</key>
        	<string>1.0</string>
        	<key>CFBundleVersion</key>
        	<string>1</string>
        \(declaration)</dict>
        </plist>

        """
    }
}
