import AppexProtocol
import AppexWire
import OpenViewTree

extension Samples {
    static let traits = ViewTraits(
        width: 390, height: 844.5, scale: 3, colorScheme: .dark, isRightToLeft: true, textSize: .extraLarge,
        language: "ar-EG", widget: ViewTraits.Widget(displayMode: .expanded))

    static let viewValues: [ViewValue] = [
        .flag(true), .integer(-1), .number(0.5), .text("Höhe"), .list(["a", ""]), .color(.system(.tint)),
        .color(.fixed(light: 0xFF00_00FF, dark: 0x00FF_00FF)), .insets(ViewInsets(top: 1, trailing: -2)),
        .runs([TextRun(length: 3, style: [.bold, .underline], color: .system(.link)), TextRun(length: 1, style: [])]),
        .choice(2), .image(7),
    ]

    static let viewEvents: [ViewEvent] = [
        .activate, .setFlag(false), .setNumber(0.25, isFinal: true), .select(2),
        .edit(text: "abc", selectionStart: 1, selectionEnd: 3), .focus(true), .submit, .showRows(first: 3, count: 20),
        .rowAction(0), .close, .hold(.began, at: .center),
        .drag(.changed, at: .center, by: ViewPoint(x: -0.5, y: 0.25)),
        .pinch(.ended, at: .zero, scale: 2), .hold(.cancelled, at: .zero),
    ]

    static func viewMessages() throws(WireError) -> [(code: UInt16, body: [UInt8], reply: [UInt8]?)] {
        var operations: [ViewOperation] = [
            .insert(id: 1, kind: .screen, parent: 0, index: 0), .move(id: 1, index: 0), .remove(id: 1),
            .set(id: 1, .title, nil),
        ]
        operations += viewValues.map { .set(id: 1, .text, $0) }
        var messages = [
            try event(SessionInterface.Begin(identifier: "x", items: [], view: traits)),
            try event(SessionInterface.Ready(showsView: true)),
            try event(ViewInterface.TraitsChanged(ViewTraits(width: 80, height: 24))),
            try request(
                SessionInterface.OpenURL(url: "scores://game/4"), SessionInterface.OpenURL.Reply(.withoutUser)),
            try request(
                SessionInterface.Share(items: [], excluded: ["org.example.A"]),
                SessionInterface.Share.Reply(.completed, activity: "org.example.B")),
            try event(ViewInterface.Presented()),
            try request(ViewInterface.Dismiss(), Empty()),
            try request(ViewInterface.PerformUpdate(), ViewInterface.PerformUpdate.Reply(.noData)),
            try event(ViewInterface.Update(handled: 3, operations: operations)),
            try event(ViewInterface.Image(id: 7, bytes: [0x89, 0x50, 0x4E, 0x47])),
            try event(ViewInterface.ReleaseImages([7, 8])),
        ]
        for item in viewEvents { messages.append(try event(ViewInterface.Input(number: 1, node: 2, event: item))) }
        return messages
    }
}
