public import Foundation
import OpenExtensionFoundation

/// The posts in a folder: each in a folder of its own, with `post.json` and its pictures.
public struct PostStore: Sendable {
    /// Where the posts are.
    public let folder: URL
    private static let recordName = "post.json"

    public init(folder: URL) {
        self.folder = folder
    }

    /// The group of the app and its extension.
    static let group = "group.org.openextensionkit.Postcard"

    /// The posts that the app and its extension share.
    ///
    /// - Throws: `CocoaError` for a program that is not a member of the group.
    public static func shared() throws -> PostStore {
        guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw CocoaError(.fileReadNoPermission)
        }
        return PostStore(folder: container.appending(path: "Library/Application Support/Posts"))
    }

    /// The folder of a post's pictures.
    public func folder(of post: Post) -> URL? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.lazy.map { folder.appending(path: $0) }.first { Self.post(in: $0) == post }
    }

    /// Keeps a post. It is there with all its pictures, or not at all.
    ///
    /// - Parameter pictures: files that are moved to the post. Its own ``Post/pictures`` become their names.
    public func add(_ post: Post, pictures: [URL] = []) throws {
        let files = FileManager.default
        let name = Self.name(of: post)
        let draft = folder.appending(path: ".\(name)")
        try files.createDirectory(at: draft, withIntermediateDirectories: true)
        do {
            var post = post
            post.pictures = []
            for (index, picture) in pictures.enumerated() {
                // Two pictures of different folders may have the same name.
                let name = "\(index + 1)-\(picture.lastPathComponent)"
                try files.moveItem(at: picture, to: draft.appending(path: name))
                post.pictures.append(name)
            }
            try Self.encoder.encode(post).write(to: draft.appending(path: Self.recordName))
            try files.moveItem(at: draft, to: folder.appending(path: name))
        } catch {
            try? files.removeItem(at: draft)
            throw error
        }
    }

    /// All posts that can be read, the oldest first; none when there is no folder yet.
    public func posts() throws -> [Post] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasPrefix(".") }
            .sorted()
            .compactMap { Self.post(in: folder.appending(path: $0)) }
    }

    private static func post(in folder: URL) -> Post? {
        try? decoder.decode(Post.self, from: Data(contentsOf: folder.appending(path: recordName)))
    }

    /// The time in milliseconds, so that names are in the order of posts, and something that no other post has.
    private static func name(of post: Post) -> String {
        let style = Date.ISO8601FormatStyle(timeSeparator: .omitted, includingFractionalSeconds: true, timeZone: .gmt)
        let time = post.date.ISO8601Format(style)
        return "\(time)-\(UUID().uuidString.prefix(8))"
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
