import AppexSystem
import AppexProtocol
@testable import OpenExtensionKit
import OpenViewTree
import Testing

/// What the host keeps of a view, and in which bounds.
@Suite struct ViewMirrorTests {
    private static let start = ContinuousClock.now
    private static let screen: [ViewOperation] = [
        .insert(id: 1, kind: .screen, parent: ViewTree.window, index: 0),
        .insert(id: 2, kind: .image, parent: 1, index: 0),
    ]

    private static func png(_ width: UInt32 = 2, _ height: UInt32 = 3, size: Int = 40) -> [UInt8] {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let numbers = [width, height].flatMap { number in withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) } }
        return head + numbers + [UInt8](repeating: 0, count: size - 24)
    }

    @Test func `an image is there from its message until it is released, and its number is free again`() throws {
        var mirror = ViewMirror()
        try mirror.add(ViewInterface.Image(id: 7, bytes: Self.png()), at: Self.start)
        let shown = try mirror.apply(Self.screen + [.set(id: 2, .image, .image(7))], at: Self.start)
        #expect(shown.count == 3 && mirror.image(7)?.width == 2 && mirror.image(7)?.height == 3)
        #expect(mirror.image(7)?.format == .png && mirror.image(8) == nil)
        _ = try mirror.apply([.set(id: 2, .image, nil)], at: Self.start)
        try mirror.release([7], at: Self.start)
        #expect(mirror.image(7) == nil)
        try mirror.add(ViewInterface.Image(id: 7, bytes: Self.png(9, 9)), at: Self.start)
        #expect(mirror.image(7)?.width == 9)
    }

    @Test func `released images give back their bytes`() throws {
        var mirror = ViewMirror()
        var now = Self.start
        for id in UInt32(1)...100 {
            now += .milliseconds(100)
            let image = ViewInterface.Image(id: id, bytes: Self.png(size: ViewLimits.imageBytes))
            try mirror.add(image, at: now)
            try mirror.release([id], at: now)
        }
    }

    @Test func `many small updates in a row are fine, a flood is not, and time heals`() throws {
        var mirror = ViewMirror()
        // As many as a busy screen sends for a minute.
        for frame in 0..<3600 {
            _ = try mirror.apply([], at: Self.start + .milliseconds(frame * 1000 / 60))
        }
        let later = Self.start + .seconds(60)
        let flood = ViewTreeError.tooLarge("updates in a second", limit: ViewLimits.updatesPerSecond)
        #expect(throws: flood) { for _ in 0...2 * ViewLimits.updatesPerSecond { _ = try mirror.apply([], at: later) } }
        _ = try mirror.apply([], at: later + .seconds(1))
    }

    @Test(arguments: [
        (0, true), (ViewLimits.operations, true), (ViewLimits.operations + ViewLimits.operationsPerSecond, true),
        (ViewLimits.operations + ViewLimits.operationsPerSecond + 1, false),
    ])
    func `so many changes may come at once`(count: Int, isFine: Bool) {
        var limit = TokenBucket(
            perSecond: ViewLimits.operationsPerSecond, most: ViewLimits.operationsPerSecond + ViewLimits.operations)
        let first = limit.take(count, at: Self.start)
        let second = limit.take(ViewLimits.operationsPerSecond, at: Self.start + .seconds(1))
        // A clock that goes back gives nothing and takes nothing.
        let third = limit.take(0, at: Self.start)
        #expect(first == isFine && second && third)
    }

    @Test func `the header of a photograph is found behind whatever comes before it`() throws {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xFE, 0, 2]
        let frame: [UInt8] = [0xFF, 0xC2, 0, 17, 8, 0x01, 0x02, 0x03, 0x04]
        let image = try ViewImage(start + frame)
        #expect(image.format == .jpeg && image.height == 0x102 && image.width == 0x304)
        #expect(image.format.mediaType == "image/jpeg")
        // Every beginning of it, and every byte changed, is a picture or refused.
        for end in 0..<(start + frame).count {
            #expect(throws: ViewTreeError.self) { try ViewImage(Array((start + frame).prefix(end))) }
        }
        for place in (start + frame).indices {
            for value in [0x00, 0x01, 0x7F, 0xD0, 0xDA, 0xFE, 0xFF] as [UInt8] {
                var bytes = start + frame
                bytes[place] = value
                _ = try? ViewImage(bytes)
            }
        }
    }

    @Test(
        arguments: [
            (1, 1, true), (8192, 4096, true), (8192, 4097, false), (.max, .max, false), (.max, 1, false), (0, 5, false),
            (5, 0, false),
        ] as [(UInt32, UInt32, Bool)])
    func `a picture may claim so many pixels`(width: UInt32, height: UInt32, isFine: Bool) {
        #expect(((try? ViewImage(Self.png(width, height))) != nil) == isFine)
    }

    @Test func `of what waits for a slow extension only the last move counts, and there is an end`() {
        var inputs = ViewInputs()
        let first = (0..<32).map { _ in inputs.add(.activate, of: 1) }
        #expect(first == (1...32).map { UInt32($0) })
        let early = inputs.due(at: Self.start)
        let moves = (0..<1000).map { inputs.add(.setNumber(Double($0), isFinal: false), of: 5) }
        let late = inputs.due(at: Self.start)
        #expect(early.count == 32 && moves.last == 1032 && late.isEmpty)
        let claims = [33, 20].map { inputs.handled(through: $0) }
        #expect(claims == [false, true] && inputs.handled == 20)
        let due = inputs.due(at: Self.start)
        #expect(due.map(\.event) == [.setNumber(999, isFinal: false)] && due.map(\.number) == [1032])
        // An update that does not say how far it has come takes nothing back.
        let says = inputs.handled(through: 0)
        #expect(says && inputs.handled == 20 && inputs.oldest == Self.start)
        let all = inputs.handled(through: 1032)
        #expect(all && inputs.oldest == nil)
        let sent = (0..<1000).count { _ in inputs.add(.activate, of: 1) != nil }
        #expect(sent == 256)
    }

    @Test func `of a gesture that waits for a slow extension its last change and its end count`() {
        var inputs = ViewInputs()
        for _ in 0..<32 { _ = inputs.add(.activate, of: 1) }
        _ = inputs.due(at: Self.start)
        func drag(_ phase: ViewGesturePhase, _ x: Double) -> ViewEvent {
            .drag(phase, at: .center, by: ViewPoint(x: x, y: 0))
        }
        // Two fingers, of which each moves a node of its own.
        for event in [drag(.began, 0), .pinch(.changed, at: .zero, scale: 1)] { _ = inputs.add(event, of: 5) }
        for step in 1...1000 {
            _ = inputs.add(drag(.changed, Double(step)), of: 5)
            _ = inputs.add(.hold(.changed, at: ViewPoint(x: Double(step), y: 0)), of: 6)
        }
        _ = inputs.add(drag(.ended, 1000), of: 5)
        _ = inputs.add(drag(.began, 0), of: 5)
        _ = inputs.add(drag(.changed, 1), of: 5)
        _ = inputs.handled(through: 32)
        #expect(
            inputs.due(at: Self.start).map(\.event) == [
                drag(.began, 0), .pinch(.changed, at: .zero, scale: 1), drag(.changed, 1000),
                .hold(.changed, at: ViewPoint(x: 1000, y: 0)), drag(.ended, 1000), drag(.began, 0), drag(.changed, 1),
            ])
    }

    @Test func `what a person has set stays until the extension has heard of it, whatever it said before`() throws {
        var mirror = ViewMirror()
        _ = try mirror.apply(
            Self.screen + [.insert(id: 3, kind: .slider, parent: 1, index: 1), .set(id: 3, .value, .number(1))],
            at: Self.start)
        let moved = ViewInterface.Input(number: 2, node: 3, event: .setNumber(0.4, isFinal: true))
        mirror.note(moved.event, of: 3)
        // Said before it heard of the move: only what is about something else counts.
        let old: [ViewOperation] = [.set(id: 3, .value, .number(1)), .set(id: 3, .maximum, .number(5))]
        let shown = try mirror.apply(old, unacknowledged: [moved], at: Self.start)
        #expect(shown == [.set(id: 3, .maximum, .number(5))] && mirror.tree[3]?.number(.value) == 0.4)
        // A node that is made anew is drawn with it.
        let anew: [ViewOperation] = [
            .remove(id: 3), .insert(id: 3, kind: .slider, parent: 1, index: 0), .set(id: 3, .value, .number(1)),
        ]
        let drawn = try mirror.apply(anew, unacknowledged: [moved], at: Self.start)
        #expect(drawn.last == .set(id: 3, .value, .number(0.4)) && mirror.tree[3]?.number(.value) == 0.4)
        // One that has gone is nothing.
        _ = try mirror.apply([.remove(id: 3)], unacknowledged: [moved], at: Self.start)
        #expect(mirror.tree[3] == nil)
        var inputs = ViewInputs()
        for value in 0..<40 { _ = inputs.add(.select(UInt32(value)), of: 5) }
        _ = inputs.due(at: Self.start)
        _ = inputs.handled(through: 3)
        #expect(inputs.unacknowledged.map(\.number) == (4...40).map { UInt32($0) })
    }

    @Test func `long texts count among the changes of a second`() throws {
        var mirror = ViewMirror()
        _ = try mirror.apply(Self.screen + [.insert(id: 3, kind: .label, parent: 1, index: 1)], at: Self.start)
        let page = ViewOperation.set(id: 3, .text, .text(String(repeating: "x", count: ViewLimits.textBytes)))
        #expect(page.weight == 257 && Self.screen[0].weight == 1)
        #expect(throws: ViewTreeError.tooLarge("changes in a second", limit: ViewLimits.operationsPerSecond)) {
            for _ in 0..<300 { _ = try mirror.apply([page], at: Self.start) }
        }
    }

    @Test func `a reader that is slow gets the whole tree rather than more and more changes`() {
        var unread = UnreadChanges()
        #expect(unread.isWhole && !unread.isEmpty)
        unread.clear()
        unread.add([.remove(id: 1)])
        #expect(!unread.isWhole && unread.operations == [.remove(id: 1)])
        for _ in 0..<2500 { unread.add([.remove(id: 1), .remove(id: 2)]) }
        #expect(unread.isWhole && unread.operations.isEmpty)
        unread.clear()
        let page = String(repeating: "x", count: ViewLimits.textBytes)
        for _ in 0..<65 { unread.add([.set(id: 1, .text, .text(page))]) }
        #expect(unread.isWhole && unread.operations.isEmpty)
    }
}
