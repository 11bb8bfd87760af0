import ExtensionTesting
import Foundation
import Testing

/// The folder of the bundled app. `appex test` bundles it and sets the variable.
let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]

/// A photograph of 640 by 427 pixels.
let photograph = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Photos/falcon-9.jpg")

extension TestDevice {
    /// The identifiers of Darkroom's extensions.
    static let (adjust, sepia, stripMetadata) = (
        "org.openextensionkit.Darkroom.Adjust", "org.openextensionkit.Darkroom.Sepia",
        "org.openextensionkit.Darkroom.StripMetadata"
    )

    /// Creates a device on which Darkroom is installed, and passes it to `body`.
    ///
    /// - Throws: what `body` throws, and the errors of `with` and `install`.
    nonisolated(nonsending) static func withDarkroom(
        _ body: nonisolated(nonsending) (TestDevice) async throws -> Void
    ) async throws {
        let folder = try #require(apps)
        try await with { device in
            try await device.install(URL(filePath: folder + "/Darkroom.app"))
            try await body(device)
        }
    }
}
