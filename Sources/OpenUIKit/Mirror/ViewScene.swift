import Foundation
import OpenExtensionFoundation
import OpenViewTree

/// The view of one request while its host shows it: the screens that are above one another, how they get to the host,
/// and how what a person does there gets to them.
@MainActor
final class ViewScene {
    private let channel: ViewChannel
    private let pacer: UpdatePacer
    private let mirror = TreeMirror(PictureStore())
    /// The principal controller, which owns this.
    private weak var root: UIViewController?
    /// The number of the last event that has been worked off.
    private var handled: UInt32 = 0
    /// The number of the last event that the host knows to have been worked off; nil before the first update.
    private var told: UInt32?
    /// The changes that have been read from the views and not been sent, and what had been worked off then.
    private var unsent: ArraySlice<ViewOperation> = []
    private var handledWhenRead: UInt32 = 0
    private(set) var traits: ViewTraits
    /// The view that typing goes to.
    weak var firstResponder: UIView?

    /// What is called after the next update.
    private var waiting: [@MainActor () -> Void] = []

    /// The weight of what one message takes; the last change may go beyond it.
    private static let mostAtOnce = 20_000
    /// How often layouts may ask for others before these have to wait.
    private static let layoutRounds = 8

    init(_ root: UIViewController, _ channel: ViewChannel, _ traits: ViewTraits, pacer: UpdatePacer) {
        self.root = root
        self.channel = channel
        self.traits = traits
        self.pacer = pacer
    }

    /// The controllers whose screens are above one another, the last one in front.
    private var screens: [UIViewController] {
        var result: [UIViewController] = []
        var next = root
        while let controller = next {
            result.append(controller)
            next = controller.presentedViewController
        }
        return result
    }

    /// Loads the views and tells the host of them.
    func begin() {
        var next = root
        while let controller = next {
            controller.willAppear()
            // Which may just have been presented.
            next = controller.presentedViewController
        }
        WidgetState.of(root?.extensionContext)?.tellDisplayMode()
        update()
    }

    /// The view leaves the screen.
    func end() {
        let screens = screens
        for screen in screens.reversed() { screen.willDisappear() }
        for screen in screens.reversed() { screen.didDisappear() }
    }

    /// Calls a function after the next update.
    func afterUpdate(_ body: @escaping @MainActor () -> Void) {
        waiting.append(body)
        setNeedsUpdate()
    }

    /// Something has changed that the host has to be told of, soon.
    func setNeedsUpdate() {
        pacer.request { [weak self] in self?.update() }
    }

    /// Sends what has changed, and how far events have been worked off.
    func update() {
        guard root != nil else { return }
        // A very large tree takes several messages; what has changed since it was read has to wait for the last one.
        let isFirst = unsent.isEmpty
        if isFirst { read() }
        let part = takePart()
        let isLast = unsent.isEmpty
        if !part.isEmpty || handledWhenRead != told {
            // In each part: all of them were read when these events had been worked off, and say what came of them.
            channel.update(handled: handledWhenRead, Array(part))
            told = handledWhenRead
            pacer.sent(weight: part.reduce(0) { $0 + $1.weight }, messages: 1)
        }
        if !isFirst || !isLast { setNeedsUpdate() }
        guard isLast else { return }
        let unused = mirror.pictures.takeUnused()
        if !unused.isEmpty {
            channel.releaseImages(unused)
            pacer.sent(weight: 0, messages: 1)
        }
        let called = waiting
        waiting = []
        for body in called { body() }
    }

    /// Notes what is shown now, and sends new pictures of it.
    private func read() {
        guard let root else { return }
        prepareLayouts()
        var attributes = NodeAttributes()
        root.describeWindow(&attributes)
        WidgetState.of(root.extensionContext)?.describe(&attributes)
        let window = RenderedNode(
            id: ViewTree.window, .window, attributes, children: screens.map { $0.renderScreen() }, owner: nil)
        unsent = mirror.changes(to: window)[...]
        handledWhenRead = handled
        let pictures = mirror.pictures.takeNew()
        for (number, bytes) in pictures { channel.image(number, bytes) }
        pacer.sent(weight: 0, messages: pictures.count)
    }

    /// Takes what fits into the next message out of the changes that have not been sent.
    private func takePart() -> ArraySlice<ViewOperation> {
        var weight = 0
        let part = unsent.prefix { operation in
            defer { weight += operation.weight }
            return weight < Self.mostAtOnce
        }
        unsent.removeFirst(part.count)
        return part
    }

    /// Lets views be laid out before any of them is read: one may change another that has been read already.
    private func prepareLayouts() {
        for _ in 0..<Self.layoutRounds {
            // Every screen, also after one that had something to do.
            guard screens.reduce(false, { $1.prepareLayouts() || $0 }) else { return }
        }
    }

    func change(to traits: ViewTraits) {
        let old = self.traits
        guard traits != old else { return }
        self.traits = traits
        if (old.width, old.height) != (traits.width, traits.height) {
            let coordinator = ImmediateTransition(self)
            let size = CGSize(width: traits.width, height: traits.height)
            for screen in screens { screen.viewWillTransition(to: size, with: coordinator) }
            coordinator.run()
        }
        for screen in screens { screen.traitsChanged(from: UITraitCollection(old)) }
        if traits.widget?.displayMode != old.widget?.displayMode {
            WidgetState.of(root?.extensionContext)?.tellDisplayMode()
        }
        setNeedsUpdate()
    }

    func didPresent() {
        for screen in screens { screen.didAppear() }
    }

    /// Gives an event to whom it is for. One for a node that is gone, out of sight or below another screen is left out:
    /// a host may not have known.
    func handle(_ event: ViewEvent, of id: UInt32, number: UInt32) {
        handled = number
        setNeedsUpdate()
        defer { acknowledge() }
        guard let node = mirror.node(id), ViewSchema.rule(of: node.kind).events.contains(event.kind),
            let owner = node.owner
        else { return }
        if owner.takesEvents || Self.comesLate(event) { owner.receive(event) } else { takeBack(event, owner) }
    }

    /// Tells that events have been worked off whose changes have to wait for long: nobody shall think that nothing happens.
    private func acknowledge() {
        guard unsent.isEmpty, handled != told, pacer.holdsBackChanges else { return }
        channel.update(handled: handled, [])
        told = handled
        pacer.sent(weight: 0, messages: 1)
    }

    /// The host shows what the person did to a control that does not take it, and is told again what it should show.
    private func takeBack(_ event: ViewEvent, _ owner: any NodeOwner) {
        guard let (attribute, value) = event.setting else { return }
        // These two are told as no value at all.
        let isNone = value == .text("") || (attribute == .isFocused && value == .flag(false))
        owner.hostHasSet(attribute, isNone ? nil : value)
    }

    /// Whether an event tells what has become of a view when another screen was put above it.
    private static func comesLate(_ event: ViewEvent) -> Bool {
        switch event {
        case .focus(false), .showRows: true
        default: false
        }
    }

    /// The host knows this of a node already, as it was done there.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?, of id: UInt32) {
        mirror.hostHasSet(attribute, value, of: id)
    }
}
