import AppexModel
package import OpenViewTree

/// A user's event for a node, as the page sends it.
package struct PageEvent: Decodable, Sendable {
    /// The number of the event, which increases with each event of the page.
    package let number: Int
    /// The number of the node in the view.
    package let node: UInt32
    /// What the user has done.
    package let event: ViewEvent

    fileprivate enum Key: String, CodingKey {
        case number, node, event, on, value, isFinal, place, text, start, end, first, count
        case phase, x, y, dx, dy, scale
    }

    /// Decodes an event.
    ///
    /// - Throws: `DecodingError` if the page sends something else.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        number = try values.decode(Int.self, forKey: .number)
        node = try values.decode(UInt32.self, forKey: .node)
        func index(_ key: Key) throws -> UInt32 { try values.decode(UInt32.self, forKey: key) }
        switch try values.decode(String.self, forKey: .event) {
        case "activate": event = .activate
        case "setFlag": event = .setFlag(try values.decode(Bool.self, forKey: .on))
        case "setNumber":
            let isFinal = try values.decode(Bool.self, forKey: .isFinal)
            event = .setNumber(try values.decode(Double.self, forKey: .value), isFinal: isFinal)
        case "select": event = .select(try index(.place))
        case "edit":
            let text = try values.decode(String.self, forKey: .text)
            event = .edit(text: text, selectionStart: try index(.start), selectionEnd: try index(.end))
        case "focus": event = .focus(try values.decode(Bool.self, forKey: .on))
        case "submit": event = .submit
        case "showRows": event = .showRows(first: try index(.first), count: try index(.count))
        case "rowAction": event = .rowAction(try index(.place))
        case "close": event = .close
        case "hold": event = .hold(try values.phase(), at: try values.point(.x, .y))
        case "drag":
            event = .drag(try values.phase(), at: try values.point(.x, .y), by: try values.point(.dx, .dy))
        case "pinch":
            let scale = try values.decode(Double.self, forKey: .scale)
            event = .pinch(try values.phase(), at: try values.point(.x, .y), scale: scale)
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .event, in: values, debugDescription: "there is no event \(other.shortened(toBytes: 40))")
        }
    }
}

extension KeyedDecodingContainer<PageEvent.Key> {
    fileprivate func phase() throws -> ViewGesturePhase {
        let name = try decode(String.self, forKey: .phase)
        guard let phase = ViewGesturePhase.allCases.first(where: { "\($0)" == name }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .phase, in: self, debugDescription: "there is no phase \(name.shortened(toBytes: 40))")
        }
        return phase
    }

    fileprivate func point(_ x: PageEvent.Key, _ y: PageEvent.Key) throws -> ViewPoint {
        ViewPoint(x: try decode(Double.self, forKey: x), y: try decode(Double.self, forKey: y))
    }
}
