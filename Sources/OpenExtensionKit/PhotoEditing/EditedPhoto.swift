import AppexModel
import AppexSystem
public import Foundation
import OpenFoundation
public import OpenUniformTypeIdentifiers
import SystemPackage

/// A photograph and its edits, which are kept on disk. The photograph itself is never changed.
///
/// The versions form a stack with a current one, as an undo history does: ``revert()`` and ``restore(_:)`` only choose the
/// current version, and the next edit removes those that are after it. If the process ends during a change, the folder
/// contains either the old state or the new one. A method that changes the edits waits until they are on disk. If the disk
/// fails at this last step, after the change was made, that is not an error; the change is then seen by all processes and may
/// be lost if the system fails.
///
/// At most ``versionLimit`` versions are kept. Then the oldest from which no edit that can be continued was made is
/// removed. If every version is such a base, the oldest is removed, and the edits that were made from it lose their
/// adjustment data.
///
/// A value describes the edits as they were when it was opened. Methods that change them fail if another process has
/// changed them since. The methods block while they read and write files.
///
/// ```
/// var photo = try EditedPhoto.open(file, in: .sidecar)
/// let session = try await host.edit(photo.editable, with: editor)
/// try photo.keep(try await session.finish())
/// ```
public struct EditedPhoto: Sendable {
    /// The photograph as it was before any edit.
    public let photo: URL
    /// Whether the photograph has been replaced by another one since its edits were kept. It counts as unedited then, and
    /// the next edit removes the versions of the old photograph.
    public private(set) var isReplaced: Bool
    /// What is on disk.
    private var stored: PhotoEditFolder.Content?
    private let folder: PhotoEditFolder

    /// The maximum number of versions of a photograph.
    public static let versionLimit = PhotoVersions.limit

    /// Reads the edits of a photograph. Nothing is created.
    ///
    /// - Parameter photo: a photograph or video. It may be a symbolic link; the edits then belong to the link.
    /// - Throws: ``PhotoEditingError/Code/photoUnreadable``; ``PhotoEditingError/Code/editsUnusable`` if there are edits that
    ///   cannot be read.
    public static func open(_ photo: URL, in place: PhotoEditPlace) throws(PhotoEditingError) -> EditedPhoto {
        let photo = photo.absoluteURL.standardizedFileURL
        return try EditedPhoto(photo, PhotoEditFolder(of: photo, in: place))
    }

    init(_ photo: URL, _ folder: PhotoEditFolder) throws(PhotoEditingError) {
        self.photo = photo
        self.folder = folder
        _ = try PhotoSource(photo)
        stored = try folder.read()
        isReplaced = if let stored { try Self.stamp(of: photo) != stored.versions.photograph } else { false }
    }

    private static func stamp(of photo: URL) throws(PhotoEditingError) -> PhotoStamp {
        do throws(Errno) { return try PhotoStamp(of: photo) } catch {
            throw PhotoEditingError(
                .photoUnreadable, "Cannot read \(photo.lastPathComponent): \(error).".tamed(by: "?"), underlying: error)
        }
    }

    /// The versions that count.
    private var state: PhotoVersions? { isReplaced ? nil : stored?.versions }

    /// The versions, oldest first.
    public var versions: [PhotoVersion] { state?.versions.map(described) ?? [] }

    /// The current version; nil for the original.
    public var current: PhotoVersion? { state?.currentVersion.map(described) }

    /// What ``ExtensionHost/edit(_:with:traits:)`` edits: the photograph with its current version.
    public var editable: EditablePhoto {
        guard let state, let version = state.currentVersion else { return EditablePhoto(original: photo) }
        let base = version.format == nil ? nil : state.version(version.base)
        return EditablePhoto(
            original: photo, rendition: folder.url(version.renditionName),
            adjustmentData: stored?.adjustments[version.number],
            adjustmentBase: base.map { folder.url($0.renditionName) })
    }

    private func described(_ version: PhotoVersions.Version) -> PhotoVersion {
        PhotoVersion(
            number: version.number, extensionIdentifier: version.editor.rawValue, date: version.date,
            adjustmentData: stored?.adjustments[version.number], rendition: folder.url(version.renditionName),
            base: version.base == 0 ? nil : version.base)
    }

    /// Keeps an edit as the newest version, which becomes the current one. Versions that are after the current one are
    /// removed.
    ///
    /// - Parameter edit: an edit of ``editable``; or an edit of the original with adjustment data of another photograph,
    ///   which the extension understood. The version is then made from the original, whatever the current one is.
    /// - Returns: the version. Its rendition is a copy.
    /// - Throws: ``PhotoEditingError/Code/editsChanged`` if the edit was made from a version that is no longer the current
    ///   one, or another process has changed the edits; ``PhotoEditingError/Code/editsInUse``;
    ///   ``PhotoEditingError/Code/photoChanged``; ``PhotoEditingError/Code/editsUnusable``, for example if the disk is full.
    ///   The versions are as they were then.
    @discardableResult
    public mutating func keep(_ edit: PhotoEdit) throws(PhotoEditingError) -> PhotoVersion {
        let current = editable
        let isOfCurrent =
            edit.photo.rendition == current.rendition && edit.photo.adjustmentData == current.adjustmentData
        let isOfOriginal = edit.continuesEdit && edit.photo.rendition == nil && edit.photo.adjustmentBase == nil
        guard edit.photo.original.absoluteURL.standardizedFileURL == photo, isOfCurrent || isOfOriginal else {
            throw PhotoEditingError(
                .editsChanged,
                "The edit of \(edit.photo.original.lastPathComponent) was made from a version that is no longer the current one, so nothing was changed; edit the photograph again."
                    .tamed(by: "?"))
        }
        return try keep(
            edit.rendition, edit.contentType, by: edit.extensionIdentifier, edit.adjustmentData,
            from: isOfOriginal ? .original : edit.continuesEdit ? .baseOfCurrent : .current)
    }

    /// Keeps a picture as the newest version, for an edit that cannot be continued: that of an extension without adjustment
    /// data, such as an action.
    ///
    /// - Parameter rendition: the picture or video, which is copied. Only the first bytes are compared with the type.
    /// - Parameter contentType: the type: JPEG, PNG or HEIC for a photograph.
    /// - Parameter extensionIdentifier: the bundle identifier of the extension that made it.
    /// - Throws: as ``keep(_:)``; ``PhotoEditingError/Code/noRendition`` if it is not a regular file or cannot be read;
    ///   ``PhotoEditingError/Code/unusableRendition`` if it is not of the type, or is too large.
    @discardableResult
    public mutating func keep(
        rendition: URL, contentType: UTType, by extensionIdentifier: String
    ) throws(PhotoEditingError) -> PhotoVersion {
        do throws(Errno) {
            let beginning = try FileContent.prefix(of: FilePath(rendition.path), limit: 16)
            guard RenditionCheck.isOfType(Data(beginning), contentType) else { throw .notSupported }
        } catch .notSupported {
            throw unusable("The picture of \(extensionIdentifier) is not a file of the type \(contentType.identifier)")
        } catch {
            throw PhotoEditingError(
                .noRendition,
                "The picture of \(extensionIdentifier) cannot be read, so nothing was changed: \(error).".tamed(
                    by: "?"),
                underlying: error)
        }
        return try keep(rendition, contentType, by: extensionIdentifier, nil, from: .current)
    }

    private func unusable(_ what: String) -> PhotoEditingError {
        PhotoEditingError(.unusableRendition, "\(what), so nothing was changed; try again.".tamed(by: "?"))
    }

    private mutating func keep(
        _ file: URL, _ type: UTType, by editor: String, _ adjustment: PhotoAdjustmentData?,
        from source: PhotoVersions.Edit.Source
    ) throws(PhotoEditingError) -> PhotoVersion {
        guard let kind = RenditionKind(type), kind.media == EditablePhoto.media(of: EditablePhoto.type(of: photo))
        else {
            throw unusable("The picture of \(editor) has the type \(type.identifier), which is not kept")
        }
        guard let editor = BundleIdentifier(rawValue: editor) else {
            throw unusable("\"\(editor)\" is not a bundle identifier")
        }
        let stamp = try Self.stamp(of: photo)
        guard state == nil || state?.photograph == stamp else {
            throw PhotoEditingError(
                .photoChanged,
                "\(photo.lastPathComponent) was replaced since its edits were opened, so nothing was changed; open it again."
                    .tamed(by: "?"))
        }
        var new = state ?? stored?.versions.restarted(for: stamp) ?? PhotoVersions(of: stamp)
        let format = adjustment.map {
            PhotoVersions.Format(identifier: $0.formatIdentifier, version: $0.formatVersion)
        }
        guard
            let version = new.keep(
                .init(editor: editor, date: Date(), kind: kind, format: format, source: source))
        else {
            throw unusable("\(photo.lastPathComponent) has had \(PhotoVersions.largestNumber) versions")
        }
        try folder.replace(
            stored?.versions, with: new,
            adding: .init(version: version, rendition: file, adjustment: adjustment?.data))
        var adjustments = isReplaced ? [:] : stored?.adjustments ?? [:]
        adjustments[version.number] = adjustment
        stored = .init(
            versions: new, adjustments: adjustments.filter { new.version($0.key)?.format != nil })
        isReplaced = false
        return described(version)
    }

    /// Makes the original the current version. All versions are kept until the next edit.
    ///
    /// - Throws: as ``restore(_:)``.
    public mutating func revert() throws(PhotoEditingError) { try select(0) }

    /// Makes a version the current one, an earlier or a later one. All versions are kept until the next edit.
    ///
    /// - Throws: ``PhotoEditingError/Code/versionNotFound``; ``PhotoEditingError/Code/editsChanged``;
    ///   ``PhotoEditingError/Code/editsInUse``; ``PhotoEditingError/Code/editsUnusable``.
    public mutating func restore(_ number: Int) throws(PhotoEditingError) {
        guard state?.version(number) != nil else {
            throw PhotoEditingError(
                .versionNotFound, "\(photo.lastPathComponent) has no version \(number).".tamed(by: "?"))
        }
        try select(number)
    }

    private mutating func select(_ number: Int) throws(PhotoEditingError) {
        guard var new = state, new.current != number, new.select(number) else { return }
        try folder.replace(stored?.versions, with: new)
        stored?.versions = new
    }
}
