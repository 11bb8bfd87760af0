public import Foundation

/// A line of the ledger.
public struct Entry: Codable, Sendable, Equatable, Identifiable {
    /// Chosen by the writer, who can add the same entry again if it does not know whether it is there.
    public let id: UUID
    /// What was shared.
    public let text: String
    /// The name of the program that wrote it, such as the bundle identifier of an extension.
    public let author: String
    /// Its place in the ledger, from 1 on; 0 before it is there.
    public internal(set) var number = 0

    public init(id: UUID = UUID(), text: String, author: String) {
        self.id = id
        self.text = text
        self.author = author
    }
}
