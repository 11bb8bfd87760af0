import AppexModel
import AppexPages

/// A call of the panel. A message that is not one ends the connection.
struct PanelCall: Decodable, Sendable {
    /// The number by which the answer refers to the call; 0 if the panel expects no answer.
    let number: Int
    let action: Action

    /// What every call begins with.
    struct Head: Decodable {
        let n: Int
    }

    enum Action: Sendable {
        /// The first message.
        case hello
        /// The extensions that are offered for the content.
        case candidates(SharedSubject)
        case icon(identifier: String)
        /// Starts a process for an extension that a person is about to choose. It has no answer.
        case prepare(identifier: String)
        /// The text of an extension's script.
        case script(identifier: String)
        /// - Parameter results: the answer of the extension's script as a text; nil if it has not run.
        case start(identifier: String, SharedSubject, PageTraits, results: String?)
        case image(session: Int, image: UInt32, generation: Int)
        case cancel(session: Int)
        /// The view's first tree has been drawn.
        case presented(session: Int)
        case input(session: Int, PageEvent)
        case traits(session: Int, PageTraits)
        /// Requests the whole view, because the panel has missed an update.
        case whole(session: Int)
    }

    private enum Key: String, CodingKey {
        case n, `do`, things, id, traits, results, session, image, generation, event
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        number = try values.decode(Int.self, forKey: .n)
        func text(_ key: Key) throws -> String { try values.decode(String.self, forKey: key) }
        func session() throws -> Int { try values.decode(Int.self, forKey: .session) }
        func traits() throws -> PageTraits { try values.decode(PageTraits.self, forKey: .traits) }
        func things() throws -> SharedSubject { try values.decode(SharedSubject.self, forKey: .things) }
        switch try text(.do) {
        case "hello": action = .hello
        case "candidates": action = .candidates(try things())
        case "icon": action = .icon(identifier: try text(.id))
        case "prepare": action = .prepare(identifier: try text(.id))
        case "script": action = .script(identifier: try text(.id))
        case "start":
            let results = try values.decodeIfPresent(String.self, forKey: .results)
            action = .start(identifier: try text(.id), try things(), try traits(), results: results)
        case "image":
            action = .image(
                session: try session(), image: try values.decode(UInt32.self, forKey: .image),
                generation: try values.decode(Int.self, forKey: .generation))
        case "cancel": action = .cancel(session: try session())
        case "presented": action = .presented(session: try session())
        case "input": action = .input(session: try session(), try values.decode(PageEvent.self, forKey: .event))
        case "traits": action = .traits(session: try session(), try traits())
        case "whole": action = .whole(session: try session())
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .do, in: values, debugDescription: "there is no call \(other.shortened(toBytes: 40))")
        }
    }
}
