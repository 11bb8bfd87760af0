import OpenViewTree
import Testing

@testable import AppexTerminal

/// Gestures by keys and by the mouse.
@Suite struct GestureTests {
    private static let image: UInt32 = 2
    private static let button: UInt32 = 3

    /// A picture of ten by four cells with some gestures, and a button that is held at once.
    private static func view(_ gestures: ViewGestures = [.hold, .drag, .pinch]) -> ViewInteraction {
        let tree = ViewDrawing.column { builder, screen in
            builder.add(
                .image, to: screen,
                [
                    .image: .image(1), .width: .number(80), .height: .number(64),
                    .horizontalAlignment: .choice(ViewAlignment.leading.rawValue),
                    .contentMode: .choice(ViewContentMode.scaleAspectFit.rawValue),
                    .gestures: .integer(gestures.rawValue),
                ])
            builder.add(
                .button, to: screen,
                [.text: .text("Original"), .gestures: .integer(1), .holdDelay: .number(0)])
        }
        var view = ViewInteraction(tree, in: CellRect(width: 40, height: 12))
        view.focus(on: image)
        return view
    }

    private static func type(_ text: String, _ view: inout ViewInteraction) -> [ViewInteraction.Effect] {
        view.handle(.text(text))
        return view.takeEffects()
    }

    private static func press(_ keys: TerminalInput.Key..., in view: inout ViewInteraction) -> [ViewInteraction.Effect]
    {
        for key in keys { view.handle(.key(key)) }
        return view.takeEffects()
    }

    private static func point(_ mouse: TerminalInput.Mouse, _ x: Int, _ y: Int, in view: inout ViewInteraction)
        -> [ViewInteraction.Effect]
    {
        view.handle(.mouse(mouse, CellPoint(x: x, y: y)))
        return view.takeEffects()
    }

    @Test func `a node with gestures can have the focus, and only what can be pressed is pressed`() {
        var view = Self.view()
        #expect(view.focusable.map(\.id) == [Self.image, Self.button])
        #expect(Self.press(.enter, in: &view).isEmpty)
        #expect(view.keys().hasPrefix("h hold   d drag   +- pinch   Tab next"))
        view.focus(on: Self.button)
        #expect(Self.press(.enter, in: &view) == [.tell(.activate, Self.button)])
        #expect(view.keys().hasPrefix("h hold   Return press"))
    }

    @Test func `one key holds, and the same key lets go`() {
        var view = Self.view()
        #expect(Self.type("h", &view) == [.tell(.hold(.began, at: .center), Self.image)])
        #expect(view.keys().hasPrefix("h release"))
        #expect(Self.type("h", &view) == [.tell(.hold(.ended, at: .center), Self.image)])
        #expect(Self.type("h", &view) == [.tell(.hold(.began, at: .center), Self.image)])
        #expect(Self.press(.enter, in: &view) == [.tell(.hold(.ended, at: .center), Self.image)])
    }

    @Test func `arrows drag by a cell until the drag is dropped`() {
        var view = Self.view()
        #expect(Self.type("d", &view) == [.tell(.drag(.began, at: .center, by: .zero), Self.image)])
        #expect(view.keys().hasPrefix("←→↑↓ drag   d drop") && view.keys().contains("Esc cancel"))
        let moved = Self.press(.right, .up, in: &view)
        let last = ViewPoint(x: 0.1, y: -0.25)
        #expect(
            moved == [
                .tell(.drag(.changed, at: ViewPoint(x: 0.6, y: 0.5), by: ViewPoint(x: 0.1, y: 0)), Self.image),
                .tell(.drag(.changed, at: ViewPoint(x: 0.6, y: 0.25), by: last), Self.image),
            ])
        #expect(Self.press(.left, .down, in: &view).count == 2)
        #expect(Self.type("d", &view) == [.tell(.drag(.ended, at: .center, by: .zero), Self.image)])
        // The arrows move the focus again.
        #expect(Self.press(.down, in: &view).isEmpty && view.attention.focus == Self.button)
    }

    @Test func `escape and another node cancel a gesture, and nothing else`() {
        var view = Self.view()
        _ = Self.type("d", &view)
        #expect(Self.press(.escape, in: &view) == [.tell(.drag(.cancelled, at: .center, by: .zero), Self.image)])
        _ = Self.type("h", &view)
        #expect(Self.press(.tab, in: &view) == [.tell(.hold(.cancelled, at: .center), Self.image)])
        view.focus(on: Self.image)
        _ = Self.type("h", &view)
        #expect(
            Self.type("d", &view) == [
                .tell(.hold(.cancelled, at: .center), Self.image),
                .tell(.drag(.began, at: .center, by: .zero), Self.image),
            ])
        view.update([.remove(id: Self.image)], of: view.tree, handled: 0)
        #expect(view.ongoing == nil)
    }

    @Test(arguments: [("+", 1.25), ("-", 0.8)]) func `a key is a whole pinch`(key: String, scale: Double) {
        var view = Self.view()
        #expect(
            Self.type(key, &view) == [
                .tell(.pinch(.began, at: .center, scale: 1), Self.image),
                .tell(.pinch(.changed, at: .center, scale: scale), Self.image),
                .tell(.pinch(.ended, at: .center, scale: scale), Self.image),
            ])
    }

    @Test(arguments: ["h", "d", "+", "-"]) func `a gesture that a node does not have has no key`(key: String) {
        var view = Self.view([])
        view.focus(on: Self.button)
        if key != "h" { #expect(Self.type(key, &view).isEmpty) }
        var other = Self.view(key == "h" ? .drag : .hold)
        #expect(Self.type(key, &other).isEmpty)
    }

    @Test func `the mouse drags from the cell where it was pressed`() {
        var view = Self.view()
        #expect(Self.point(.press, 0, 0, in: &view).isEmpty)
        let start = ViewPoint(x: 0.05, y: 0.125)
        let moved = Self.point(.drag, 20, 3, in: &view)
        let end = ViewPoint(x: 2.05, y: 0.875)
        #expect(moved.count == 2 && moved.first == .tell(.drag(.began, at: start, by: .zero), Self.image))
        guard case .tell(.drag(.changed, let location, let distance), Self.image)? = moved.last else {
            Issue.record("\(moved)")
            return
        }
        #expect(abs(location.x - end.x) < 1e-9 && abs(location.y - end.y) < 1e-9)
        #expect(abs(distance.x - 2) < 1e-9 && abs(distance.y - 0.75) < 1e-9)
        #expect(
            Self.point(.release, 20, 3, in: &view) == [.tell(.drag(.ended, at: location, by: distance), Self.image)])
    }

    @Test func `the mouse holds what is held at once, and that is no press`() throws {
        var view = Self.view()
        let frame = try #require(view.layout.box(of: Self.button)).frame
        let began = Self.point(.press, frame.x, frame.y, in: &view)
        guard began.count == 1, case .tell(.hold(.began, let start), Self.button)? = began.first else {
            Issue.record("\(began)")
            return
        }
        #expect(start.isInside)
        let ended = Self.point(.release, frame.x, frame.y, in: &view)
        #expect(ended == [.tell(.hold(.ended, at: start), Self.button)])
    }

    @Test func `a place on a picture is one of the picture that is drawn, not of the space around it`() {
        var view = Self.view()
        // Of ten by eight pixels, it has the five in the middle.
        let pixel = TerminalPicture.Pixel(red: 0, green: 0, blue: 0)
        view.images.add(
            TerminalPicture(
                size: CellSize(width: 5, height: 8), pixelSize: CellSize(width: 5, height: 8),
                pixels: Array(repeating: pixel, count: 40)), 1)
        _ = Self.point(.press, 3, 1, in: &view)
        let moved = Self.point(.drag, 2, 1, in: &view)
        #expect(moved.first == .tell(.drag(.began, at: ViewPoint(x: 0.2, y: 0.375), by: .zero), Self.image))
    }
}
