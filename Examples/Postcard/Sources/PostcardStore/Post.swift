public import Foundation

/// What the person has posted.
public struct Post: Codable, Sendable, Equatable {
    /// When.
    public var date: Date
    /// What the person wrote; may be empty.
    public var text: String
    /// The name of the album it was put into.
    public var album: String
    /// Links to what was shared.
    public var links: [URL]
    /// The names of the pictures, which lie beside the post, in their order.
    public var pictures: [String]

    public init(date: Date, text: String, album: String, links: [URL] = [], pictures: [String] = []) {
        self.date = date
        self.text = text
        self.album = album
        self.links = links
        self.pictures = pictures
    }
}
