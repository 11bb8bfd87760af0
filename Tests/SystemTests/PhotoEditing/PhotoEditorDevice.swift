import Foundation
import OpenExtensionKit
import OpenUIKit
import Testing

/// A device with the fixture's photo editor, and photographs whose names say what the editor does.
struct PhotoEditorDevice {
    static let identifier = "org.example.Fixtures.Photo"
    static let format = "org.example.Fixtures.Photo"
    static let traits = ViewTraits(width: 300, height: 200)

    let device: TestDevice
    let host: ExtensionHost

    static func appex(mediaTypes: [String]? = nil, program: Program = .photo) -> TestAppex {
        var appex = TestAppex("Photo", program, point: "com.apple.photo-editing")
        appex.principal = "fixture_photo.FixturePhotoController"
        appex.mediaTypes = mediaTypes
        return appex
    }

    static func with(
        lasting: Bool = false, _ body: nonisolated(nonsending) (PhotoEditorDevice) async throws -> Void
    ) async throws {
        try await TestDevice.with(linger: lasting ? 3600 : 0) { device in
            try await device.install(appex())
            try await body(PhotoEditorDevice(device: device, host: device.host()))
            if lasting { try await device.endProcesses() }
        }
    }

    /// The bytes of a JPEG.
    ///
    /// - Parameter orientation: the EXIF orientation; 1 writes none.
    static func jpeg(width: Int, height: Int, orientation: UInt8 = 1) throws -> Data {
        let format = UIGraphicsImageRendererFormat()
        format.opaque = true
        format.scale = 1
        let size = CGSize(width: width, height: height)
        let picture = UIGraphicsImageRenderer(size: size, format: format).image { context in
            UIColor.orange.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width / 2, height: height))
        }
        let bytes = try #require(picture.jpegData(compressionQuality: 0.9))
        guard orientation != 1 else { return bytes }
        let exif: [UInt8] =
            [0xFF, 0xE1, 0, 34] + Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        return bytes.prefix(2) + exif + bytes.dropFirst(2)
    }

    /// Writes a photograph with a name that says what the editor does.
    func photo(_ name: String, _ content: Data? = nil) throws -> URL {
        let content = try content ?? Self.jpeg(width: 60, height: 40)
        return URL(fileURLWithPath: try device.write(content, to: name))
    }

    func edit(_ photo: EditablePhoto, traits: ViewTraits? = traits) async throws -> PhotoEditingSession {
        try await host.edit(photo, with: try await host.extension(Self.identifier), traits: traits)
    }

    func edit(_ name: String, traits: ViewTraits? = traits) async throws -> PhotoEditingSession {
        try await edit(EditablePhoto(original: try photo("\(name).jpg")), traits: traits)
    }
}

extension PhotoEdit {
    /// What the fixture was given, as it says in the adjustment data.
    var report: [String: String] {
        let lines = String(decoding: adjustmentData.data, as: UTF8.self).split(separator: "\n")
        let pairs = lines.compactMap { line in
            line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

/// The code of the error that `body` throws.
nonisolated(nonsending) func editingFailure(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: nonisolated(nonsending) () async throws -> Void
) async -> PhotoEditingError.Code? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as PhotoEditingError {
        #expect(error.message.hasSuffix("."), sourceLocation: sourceLocation)
        return error.code
    } catch {
        Issue.record("another error: \(error)", sourceLocation: sourceLocation)
    }
    return nil
}
