public import Foundation
import OpenFoundation
public import OpenUniformTypeIdentifiers
import Synchronization

/// The result of editing: the description of the edit, and the edited photograph or video as a file that the extension
/// writes.
///
/// Both are required. May be used from any thread.
///
/// Source: https://developer.apple.com/documentation/photokit/phcontenteditingoutput
public final class PHContentEditingOutput: NSObject, Sendable {
    private struct State {
        var adjustmentData: PHAdjustmentData?
        /// The type of the rendition, which the extension chooses by asking for its URL.
        var type: UTType
    }

    private let state: Mutex<State>
    private let folder: RenderingFolder?
    private let missingFolder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    /// The types in which the result can be rendered.
    public let supportedRenderedContentTypes: [UTType]
    /// The type in which the result is rendered unless the extension asks for another one: JPEG for a photograph, and a
    /// QuickTime movie for a video.
    public let defaultRenderedContentType: UTType

    /// Creates the result of editing `contentEditingInput`. Its file does not exist yet.
    public init(contentEditingInput: PHContentEditingInput) {
        let isVideo = contentEditingInput.mediaType == .video
        supportedRenderedContentTypes = isVideo ? [.quickTimeMovie, .mpeg4Movie] : [.jpeg, .png, .heic]
        defaultRenderedContentType = isVideo ? .quickTimeMovie : .jpeg
        state = Mutex(State(type: defaultRenderedContentType))
        folder = try? RenderingFolder()
    }

    /// The description of the edit. A result without one is refused.
    public var adjustmentData: PHAdjustmentData? {
        get { state.withLock { $0.adjustmentData } }
        set { state.withLock { $0.adjustmentData = newValue } }
    }

    /// Where the extension writes the edited photograph or video, in the default type: a file in the extension's
    /// temporary folder, which exists until the request ends.
    public var renderedContentURL: URL {
        state.withLock { $0.type = defaultRenderedContentType }
        return url(for: defaultRenderedContentType)
    }

    /// Where the extension writes the edited photograph or video in a type.
    ///
    /// - Parameter type: one of ``supportedRenderedContentTypes``.
    /// - Throws: Cocoa error `featureUnsupported` for another type.
    public func renderedContentURL(for type: UTType) throws -> URL {
        guard supportedRenderedContentTypes.contains(type) else {
            let text = "A result of editing cannot be rendered as \(type.identifier)."
            throw NSError(
                domain: NSCocoaErrorDomain, code: CocoaError.featureUnsupported.rawValue,
                userInfo: [NSLocalizedDescriptionKey: text])
        }
        state.withLock { $0.type = type }
        return url(for: type)
    }

    /// The type of the rendition, and its file.
    var rendition: (type: UTType, file: URL) {
        let type = state.withLock { $0.type }
        return (type, url(for: type))
    }

    private func url(for type: UTType) -> URL {
        // Writing into a folder that could not be created reports the error.
        let folder = folder?.url ?? missingFolder
        return folder.appendingPathComponent("rendered.\(type.preferredFilenameExtension ?? "data")")
    }
}

/// A folder for the file of one result, which is removed when it is released.
private final class RenderingFolder: Sendable {
    let url: URL

    init() throws {
        url = try TemporaryFolder.shared.enter().appendingPathComponent(UUID().uuidString, isDirectory: true)
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            TemporaryFolder.shared.leave()
            throw error
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
        TemporaryFolder.shared.leave()
    }
}
