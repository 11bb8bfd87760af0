import Foundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Only what has changed travels, once, and in few bytes.
@MainActor
@Suite struct MirrorTests {
    private let stack = UIStackView()
    private let labels = (0..<5).map { number in
        let label = UILabel()
        label.text = "Label \(number)"
        return label
    }

    private func screen() throws -> Screen {
        for label in labels { stack.addArrangedSubview(label) }
        return try Screen(stack)
    }

    @Test func `the change of a label is one operation of less than 200 bytes`() throws {
        let screen = try screen()
        let changes = try screen.changes { labels[2].text = "Another text" }
        #expect(changes == [.set(id: labels[2].nodeID, .text, .text("Another text"))])
        #expect(try screen.lastUpdateBytes < 200)
    }

    @Test func `what is set to what it was is not sent`() throws {
        let screen = try screen()
        let count = screen.updates.count
        labels[0].text = "Label 0"
        labels[1].isHidden = false
        stack.isHidden = false
        try screen.turn()
        #expect(screen.updates.count == count)
        labels[0].text = "Other"
        labels[0].text = "Label 0"
        #expect(try screen.changes {}.isEmpty)
    }

    @Test func `many changes of one turn are one update`() throws {
        let screen = try screen()
        let count = screen.updates.count
        for label in labels { label.text = "New" }
        stack.spacing = 3
        try screen.turn()
        #expect(screen.updates.count == count + 1)
        #expect(screen.updates.last?.operations.count == 6)
    }

    @Test func `views are inserted, moved and removed where they are`() throws {
        let screen = try screen()
        let moved = labels[4]
        #expect(
            try screen.changes { stack.insertArrangedSubview(moved, at: 0) } == [.move(id: moved.nodeID, index: 0)])
        #expect(try screen.changes { labels[1].removeFromSuperview() } == [.remove(id: labels[1].nodeID)])
        let new = UILabel()
        let inserted = try screen.changes { stack.insertArrangedSubview(new, at: 2) }
        #expect(inserted.first == .insert(id: new.nodeID, kind: .label, parent: stack.nodeID, index: 2))
        #expect(screen[stack]?.children == stack.arrangedSubviews.map(\.nodeID))
    }

    @Test func `a view that goes to another container keeps its number`() throws {
        let inner = UIStackView()
        let screen = try screen()
        stack.addArrangedSubview(inner)
        try screen.turn()
        for label in labels.reversed() { inner.addArrangedSubview(label) }
        try screen.turn()
        #expect(screen[inner]?.children == labels.reversed().map(\.nodeID))
        #expect(screen[stack]?.children == [inner.nodeID])
        stack.addArrangedSubview(labels[0])
        inner.removeFromSuperview()
        try screen.turn()
        #expect(screen[stack]?.children == [labels[0].nodeID])
    }

    @Test func `whatever becomes of the hierarchy, the host has it`() throws {
        var generator = SeededNumbers(seed: 7)
        let views = (0..<12).map { _ in UIStackView() }
        let screen = try Screen(stack)
        for _ in 0..<300 {
            let view = views[generator.next(12)]
            let target = generator.next(3) == 0 ? stack : views[generator.next(12)]
            switch generator.next(4) {
            case 0: view.removeFromSuperview()
            case 1: view.isHidden.toggle()
            default: target.insertArrangedSubview(view, at: generator.next(5))
            }
            if generator.next(3) == 0 { try screen.turn() }
        }
        try screen.turn()
        func check(_ view: UIStackView) {
            #expect(screen[view]?.children == view.arrangedSubviews.map(\.nodeID))
            for view in view.arrangedSubviews { (view as? UIStackView).map(check) }
        }
        check(stack)
    }

    @Test func `what is shown twice is in the tree once`() throws {
        let item = UIBarButtonItem(title: "Twice")
        let controller = UIViewController()
        controller.navigationItem.leftBarButtonItems = [item, item]
        controller.toolbarItems = [item]
        let navigation = UINavigationController(rootViewController: controller)
        navigation.isToolbarHidden = false
        let screen = try Screen(navigation)
        #expect(screen.all(.barButton).count == 1)
        controller.navigationItem.leftBarButtonItems = nil
        try screen.turn()
        controller.toolbarItems = [item, UIBarButtonItem(title: "Once")]
        try screen.turn()
        #expect(screen.all(.barButton).map { $0.text(.text) } == ["Twice", "Once"])
        controller.toolbarItems = nil
        try screen.turn()
        #expect(screen.all(.barButton).isEmpty)
    }

    @Test func `an event is told to be worked off although nothing has changed`() throws {
        let screen = try screen()
        try screen.send(.activate, to: labels[0])
        #expect(screen.updates.last?.operations.isEmpty == true)
    }

    @Test func `updates wait for one another when they are many`() {
        var now = ContinuousClock.now
        var delays: [Duration] = []
        var bodies: [@MainActor @Sendable () -> Void] = []
        let pacer = UpdatePacer(
            now: { now },
            schedule: {
                delays.append($0); bodies.append($1)
            })
        var updates = 0
        func update() { updates += 1 }
        let request = { pacer.request { MainActor.assumeIsolated { update() } } }
        request()
        request()
        #expect(delays == [.zero])
        bodies.removeFirst()()
        now += .milliseconds(5)
        request()
        #expect(delays.last == .milliseconds(11))
        now += .milliseconds(11)
        bodies.removeFirst()()
        now += .seconds(1)
        request()
        #expect(delays.last == .zero)
        #expect(updates == 2)
    }

    @Test(arguments: [(3600, 2), (20_000, 1), (1, 257)])
    func `an extension that is always busy sends less than a host takes`(weight: Int, messages: Int) {
        let start = ContinuousClock.now
        var now = start
        var bodies: [@MainActor @Sendable () -> Void] = []
        let pacer = UpdatePacer(
            now: { now },
            schedule: {
                now += $0; bodies.append($1)
            })
        var changes = Double(ViewLimits.operationsPerSecond + ViewLimits.operations)
        var updates = 2 * Double(ViewLimits.updatesPerSecond)
        var count = 0
        while now - start < .seconds(60) {
            let before = now
            pacer.request {}
            bodies.removeFirst()()
            pacer.sent(weight: weight, messages: messages)
            count += 1
            let seconds = (now - before) / .seconds(1)
            changes += seconds * Double(ViewLimits.operationsPerSecond) - Double(weight)
            updates += seconds * Double(ViewLimits.updatesPerSecond) - Double(messages)
            // Some room is left for what arrives in a crowd.
            #expect(changes > 20_000 && updates > 50)
            changes = min(changes, Double(ViewLimits.operationsPerSecond + ViewLimits.operations))
            updates = min(updates, 2 * Double(ViewLimits.updatesPerSecond))
        }
        #expect(count * weight > 60 * 15_000 || count * messages > 60 * 150)
    }

    /// A label that some ten changes make.
    private func label(_ number: Int) -> UILabel {
        let label = UILabel()
        label.text = "\(number)"
        label.textColor = .red
        label.backgroundColor = .blue
        label.accessibilityLabel = "label"
        label.accessibilityHint = "hint"
        label.accessibilityIdentifier = "\(number)"
        label.layer.cornerRadius = 4
        label.layer.borderWidth = 1
        return label
    }

    @Test func `a tree of more changes than a message takes comes in parts, each after what was worked off before`()
        throws
    {
        let rows = (0..<2400).map(label)
        let screen = try screen()
        for row in rows { stack.addArrangedSubview(row) }
        let count = screen.updates.count
        try screen.send(.activate, to: labels[0])
        let sent = screen.updates[count...]
        let parts = sent.filter { !$0.operations.isEmpty }
        #expect(parts.count > 1 && parts.allSatisfy { $0.operations.count <= 20_000 })
        // A host leaves out what was said before an event had been heard; this was said after.
        #expect(parts.allSatisfy { $0.handled == 1 })
        #expect(screen[stack]?.children.count == 2405 && screen[rows[2399]]?.text(.text) == "2399")
        // What has changed meanwhile comes after it.
        #expect(try screen.changes { rows[0].text = "new" } == [.set(id: rows[0].nodeID, .text, .text("new"))])
    }

    @Test func `an event is acknowledged at once while changes wait for long`() throws {
        let start = ContinuousClock.now
        let rows = (0..<4000).map(label)
        let screen = try Screen(UIStackView(arrangedSubviews: rows), now: { start })
        let count = screen.updates.count
        rows[0].text = "changed"
        try screen.send(.activate, to: rows[0])
        let sent = screen.updates[count...]
        #expect(sent.map(\.handled) == [1, 1] && sent.map(\.operations.count) == [0, 1])
    }

    @Test func `an event that comes between two parts of an update is acknowledged after the last of them`() throws {
        let start = ContinuousClock.now
        // More than a host takes at once, so that what follows has to wait.
        let first = (0..<2400).map(label)
        let rows = (0..<2400).map(label)
        let stack = UIStackView(arrangedSubviews: first)
        let screen = try Screen(stack, now: { start })
        for row in rows { stack.addArrangedSubview(row) }
        let count = screen.updates.count
        screen.turnOnce()
        #expect(screen[rows[2399]] == nil, "the update has one part only")
        try screen.send(.activate, to: first[0])
        let last = try #require(screen.updates[count...].lastIndex { !$0.operations.isEmpty })
        #expect(screen.updates[count...last].allSatisfy { $0.handled == 0 })
        #expect(screen.updates.last?.handled == 1 && screen.updates.count == last + 2)
    }

    @Test func `a layout that changes a view before it is shown with the first tree`() throws {
        final class Late: UIView {
            weak var label: UILabel?
            override func layoutSubviews() {
                super.layoutSubviews()
                label?.text = "\((Int(label?.text ?? "") ?? 0) + 1)"
            }
        }
        let late = Late()
        late.label = labels[0]
        labels[0].text = "0"
        for label in labels { stack.addArrangedSubview(label) }
        stack.addArrangedSubview(late)
        let screen = try Screen(stack)
        #expect(screen[labels[0]]?.text(.text) == "1")
        late.setNeedsLayout()
        try screen.turn()
        #expect(screen[labels[0]]?.text(.text) == "2")
    }

    @Test func `pictures are sent once, before they are shown, and released after`() throws {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in }
        let first = UIImageView(image: picture)
        let second = UIImageView()
        let screen = try Screen(UIStackView(arrangedSubviews: [first, second]))
        let number = try #require(screen[first]?.image(.image))
        #expect(screen.images[number]?.isEmpty == false)
        second.image = picture
        try screen.turn()
        #expect(screen[second]?.image(.image) == number)
        first.image = nil
        try screen.turn()
        #expect(screen.released.isEmpty)
        second.removeFromSuperview()
        try screen.turn()
        #expect(screen.released == [number])
        first.image = picture
        try screen.turn()
        #expect(screen[first]?.image(.image) == number + 1)
    }

    @Test func `what is too much for a host is cut`() throws {
        let screen = try screen()
        labels[0].text = String(repeating: "€", count: 20_000)
        labels[1].alpha = .nan
        labels[2].font = .systemFont(ofSize: 1e9)
        labels[3].accessibilityLabel = String(repeating: "a", count: 5000)
        labels[4].layer.cornerRadius = .infinity
        stack.spacing = -5
        stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: .nan, leading: 1e9, bottom: 0, trailing: 0)
        stack.isLayoutMarginsRelativeArrangement = true
        try screen.turn()
        #expect(screen[labels[0]]?.text(.text)?.utf8.count == ViewLimits.textBytes / 3 * 3)
        #expect(screen[labels[2]]?.number(.fontSize) == 500)
        #expect(screen[stack]?.insets(.padding).leading == ViewLimits.length)
    }
}

/// The same numbers for the same seed.
struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// From 0 up to, and without, `limit`.
    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}
