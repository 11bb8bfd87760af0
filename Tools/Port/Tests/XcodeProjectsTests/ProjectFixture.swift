import Foundation
import Testing

@testable import XcodeProjects
@testable import appex_port

/// A temporary folder with an Xcode project and a folder that looks like OpenExtensionKit's.
final class ProjectFixture {
    let folder: String

    init() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "port.\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        folder = try ProjectFolder(path).path
        for name in ["UIKit", "Social", "MobileCoreServices", "NotificationCenter"] {
            try write("kit/Frameworks/Sources/\(name)/\(name).swift", "")
        }
        try write("kit/Frameworks/Package.swift", "")
        for name in ["OpenExtensionKit", "OpenExtensionFoundation", "OpenFoundation", "OpenUIKit", "AppexModel"] {
            try write("kit/Sources/\(name)/\(name).swift", "")
        }
        try write(
            "kit/RemainingInterface/UIKit.md", "```swift\nclass UIPrinter\nfunc UIView.draw(_ rect: CGRect)\n```\n")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Writes a file with the folders that it needs.
    func write(_ path: String, _ text: String) throws {
        let file = folder + "/" + path
        try FileManager.default.createDirectory(
            atPath: ProjectFolder.parent(of: file), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
    }

    /// The text of a file; nil if it does not exist.
    func text(_ path: String) -> String? { try? String(contentsOfFile: folder + "/" + path, encoding: .utf8) }

    /// Writes the project file of `app/Note.xcodeproj`.
    func writeProject(_ project: ProjectText) throws {
        try write("app/\(project.name).xcodeproj/project.pbxproj", project.text)
    }

    /// Reads the project.
    func project(_ name: String = "Note") throws -> XcodeProject {
        try XcodeProject(folder + "/app/\(name).xcodeproj", in: ProjectFolder(folder + "/app"))
    }

    /// Ports the project into the folder `out`.
    func port(_ change: (inout PortOptions) -> Void = { _ in }) throws -> PortReport {
        var options = PortOptions(path: folder + "/app", output: folder + "/out", kit: folder + "/kit")
        change(&options)
        var port = try ProjectPort(options)
        return try port.run()
    }

    /// The warnings and errors of a report.
    static func problems(_ report: PortReport) -> [String] {
        report.notes.filter { $0.severity != .note }.map(\.message)
    }
}

/// A Info.plist of a share extension, as Xcode's template writes it.
let sharePlist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>CFBundleDevelopmentRegion</key>
    \t<string>$(DEVELOPMENT_LANGUAGE)</string>
    \t<key>CFBundleExecutable</key>
    \t<string>$(EXECUTABLE_NAME)</string>
    \t<key>CFBundleIdentifier</key>
    \t<string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
    \t<key>CFBundleName</key>
    \t<string>$(PRODUCT_NAME)</string>
    \t<key>CFBundlePackageType</key>
    \t<string>$(PRODUCT_BUNDLE_PACKAGE_TYPE)</string>
    \t<key>CFBundleShortVersionString</key>
    \t<string>$(MARKETING_VERSION)</string>
    \t<key>NSExtension</key>
    \t<dict>
    \t\t<key>NSExtensionPointIdentifier</key>
    \t\t<string>com.apple.share-services</string>
    \t\t<key>NSExtensionPrincipalClass</key>
    \t\t<string>$(PRODUCT_MODULE_NAME).ShareViewController</string>
    \t</dict>
    </dict>
    </plist>

    """

/// A source of a share extension.
let shareSource = """
    import UIKit

    class ShareViewController: UIViewController {
    }

    """
