import AppexModel
import AppexPages

/// A call of the page in a tab. An invalid message ends the connection.
struct TabCall: Decodable, Sendable {
    /// The number by which the answer refers to the call.
    let number: Int
    let action: Action

    enum Action: Sendable {
        /// The first message, with the identifier of the tab if it has reconnected.
        case hello(tab: String?)
        case photos
        /// - Parameter version: the version that is expected to be shown; nil for any.
        case undo(photo: String, version: String?)
        case redo(photo: String)
        /// Shows the original of a photograph.
        case revert(photo: String)
        /// Asks the extension of a session for the edited photograph.
        case finish(session: Int)
        /// Asks whether the user should confirm that the edit of a session is discarded.
        case leave(session: Int)
        case notes
        /// - Parameter changed: the time of the change that is replaced; nil for any.
        case saveNote(id: String?, text: String, changed: Int64?)
        case deleteNote(id: String)
        /// The extensions that are offered for the content.
        case candidates(SharedThings)
        /// All extensions for the share sheet, including disabled ones.
        case choices
        case elect(identifier: String, on: Bool)
        /// The order in which to list extensions.
        case order(identifiers: [String])
        case start(identifier: String, SharedThings, PageTraits)
        /// Closes the share sheet for items of a session.
        case dismissSharing(session: Int)
        /// The apps of the home screen.
        case home
        /// Opens an app.
        case open(identifier: String, PageTraits)
        /// Ends a session, or acknowledges its end.
        case cancel(session: Int)
        /// A view's first tree has been drawn.
        case presented(session: Int)
        case input(session: Int, PageEvent)
        case traits(session: Int, PageTraits)
        /// Requests the whole view, because the page has missed an update.
        case whole(session: Int)
        case widgets
        /// The widgets that Today shows, in order.
        case setWidgets(identifiers: [String])
        case apps
        case uninstall(identifier: String)
        case limits(subject: String?)
        case setLimit(subject: String, key: String, value: String?)
        case reports
        case report(identifier: String)
        case processes
    }

    private enum Key: String, CodingKey {
        case n, `do`, tab, photo, id, text, things, on, ids, session, subject, key, value, event, traits
        case version, changed
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        number = try values.decode(Int.self, forKey: .n)
        func text(_ key: Key) throws -> String { try values.decode(String.self, forKey: key) }
        func optional(_ key: Key) throws -> String? { try values.decodeIfPresent(String.self, forKey: key) }
        func session() throws -> Int { try values.decode(Int.self, forKey: .session) }
        switch try text(.do) {
        case "hello": action = .hello(tab: try optional(.tab))
        case "photos": action = .photos
        case "undo": action = .undo(photo: try text(.photo), version: try optional(.version))
        case "redo": action = .redo(photo: try text(.photo))
        case "revert": action = .revert(photo: try text(.photo))
        case "finish": action = .finish(session: try session())
        case "leave": action = .leave(session: try session())
        case "notes": action = .notes
        case "saveNote":
            let changed = try values.decodeIfPresent(Int64.self, forKey: .changed)
            action = .saveNote(id: try optional(.id), text: try text(.text), changed: changed)
        case "deleteNote": action = .deleteNote(id: try text(.id))
        case "candidates": action = .candidates(try values.decode(SharedThings.self, forKey: .things))
        case "choices": action = .choices
        case "elect": action = .elect(identifier: try text(.id), on: try values.decode(Bool.self, forKey: .on))
        case "order": action = .order(identifiers: try values.decode([String].self, forKey: .ids))
        case "start":
            let things = try values.decodeIfPresent(SharedThings.self, forKey: .things) ?? .nothing
            action = .start(identifier: try text(.id), things, try values.decode(PageTraits.self, forKey: .traits))
        case "unshare": action = .dismissSharing(session: try session())
        case "home": action = .home
        case "open":
            action = .open(identifier: try text(.id), try values.decode(PageTraits.self, forKey: .traits))
        case "cancel": action = .cancel(session: try session())
        case "presented": action = .presented(session: try session())
        case "input": action = .input(session: try session(), try values.decode(PageEvent.self, forKey: .event))
        case "traits": action = .traits(session: try session(), try values.decode(PageTraits.self, forKey: .traits))
        case "whole": action = .whole(session: try session())
        case "widgets": action = .widgets
        case "setWidgets": action = .setWidgets(identifiers: try values.decode([String].self, forKey: .ids))
        case "apps": action = .apps
        case "uninstall": action = .uninstall(identifier: try text(.id))
        case "limits": action = .limits(subject: try optional(.subject))
        case "setLimit":
            action = .setLimit(subject: try text(.subject), key: try text(.key), value: try optional(.value))
        case "reports": action = .reports
        case "report": action = .report(identifier: try text(.id))
        case "processes": action = .processes
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .do, in: values, debugDescription: "there is no call \(other.shortened(toBytes: 40))")
        }
    }
}
