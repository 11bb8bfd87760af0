import DarkroomImaging
import ExtensionTesting
import Foundation
import OpenExtensionKit
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

extension NSItemProvider {
    /// Loads a returned picture.
    func jpeg() async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            _ = loadDataRepresentation(forTypeIdentifier: "public.jpeg") { data, error in
                continuation.resume(with: data.map { .success($0) } ?? .failure(error ?? CocoaError(.fileReadUnknown)))
            }
        }
    }
}

extension PictureEditing {
    /// Edits a file in this process.
    func edited(_ file: URL) throws -> Data {
        let result = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: result) }
        try edit(file, to: result, memory: nil, progress: nil)
        return try Data(contentsOf: result)
    }
}
