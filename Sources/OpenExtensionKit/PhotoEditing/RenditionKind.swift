import OpenUniformTypeIdentifiers

/// A type in which renditions are kept. The raw value is the filename extension.
enum RenditionKind: String, Sendable, Codable, CaseIterable {
    case jpg, png, heic, mov, mp4

    /// The type of the content.
    var type: UTType {
        switch self {
        case .jpg: .jpeg
        case .png: .png
        case .heic: .heic
        case .mov: .quickTimeMovie
        case .mp4: .mpeg4Movie
        }
    }

    /// Whether it is a picture or a video.
    var media: EditablePhoto.Media { EditablePhoto.media(of: type) }

    /// The kind of a type; nil for a type that is not kept.
    init?(_ type: UTType) {
        guard let kind = Self.allCases.first(where: { $0.type == type }) else { return nil }
        self = kind
    }
}
