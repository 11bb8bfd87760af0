public import Foundation

/// The posts in a folder: each in a folder of its own, with `post.json` and its pictures.
public struct PostStore: Sendable {
    /// Where the posts are.
    public let folder: URL
    private static let recordName = "post.json"

    public init(folder: URL) {
        self.folder = folder
    }

    /// The posts in this process's own container.
    public static func own() throws -> PostStore {
        let documents = try FileManager.default.url(
            for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return PostStore(folder: documents.appending(path: "Posts"))
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
            .compactMap { name in
                let record = folder.appending(path: name).appending(path: Self.recordName)
                return try? Self.decoder.decode(Post.self, from: Data(contentsOf: record))
            }
    }

    /// The time, so that names are in the order of posts, and something that no other post has.
    private static func name(of post: Post) -> String {
        let time = post.date.ISO8601Format(.iso8601(timeZone: .gmt, timeSeparator: .omitted))
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
