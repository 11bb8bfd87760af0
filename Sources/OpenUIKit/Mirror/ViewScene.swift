import Foundation
import OpenExtensionFoundation
import OpenViewTree

/// The view of one request while its host shows it. It sends the screens to the host and delivers the user's actions to
/// them.
@MainActor
final class ViewScene {
    private let channel: ViewChannel
    private let pacer: UpdatePacer
    private let mirror = TreeMirror(PictureStore())
    /// The principal controller, which owns the scene.
    private weak var root: UIViewController?
    /// The number of the last event that was handled.
    private var handled: UInt32 = 0
    /// The number of the last event that was acknowledged; `nil` before the first update.
    private var told: UInt32?
    /// The operations that were computed but not sent, and the last event that was handled before.
    private var unsent: ArraySlice<ViewOperation> = []
    private var handledWhenRead: UInt32 = 0
    private(set) var traits: ViewTraits
    /// The view that has the keyboard focus.
    weak var firstResponder: UIView?

    /// The window of an extension, which is made when a program asks for it.
    private var ownWindow: UIWindow?

    /// The window of the screens: that of the app, or one that only stands for the host's view.
    var window: UIWindow? {
        guard let root else { return nil }
        if let window = UIApplication.shared.window(of: root) { return window }
        let window = ownWindow ?? UIWindow(frame: .zero)
        window.shownController = root
        window.frame = CGRect(origin: .zero, size: CGSize(width: traits.width, height: traits.height))
        ownWindow = window
        return window
    }

    /// Functions to call after the next update.
    private var waiting: [@MainActor () -> Void] = []

    /// The weight of one message, which its last operation may exceed.
    private static let mostAtOnce = 20_000
    /// How often layouts may make other layouts due in one update; the rest waits for the next one.
    private static let layoutRounds = 8

    init(_ root: UIViewController, _ channel: ViewChannel, _ traits: ViewTraits, pacer: UpdatePacer) {
        self.root = root
        self.channel = channel
        self.traits = traits
        self.pacer = pacer
    }

    /// The controllers of the screens, the topmost last.
    private var screens: [UIViewController] {
        var result: [UIViewController] = []
        var next = root
        while let controller = next {
            result.append(controller)
            next = controller.presentedViewController
        }
        return result
    }

    /// Loads the views and sends them to the host.
    func begin() {
        var next = root
        while let controller = next {
            controller.willAppear()
            // It may just have been presented.
            next = controller.presentedViewController
        }
        WidgetState.of(root?.extensionContext)?.tellDisplayMode()
        update()
    }

    /// Shows another controller instead of the one that owns the scene, and gives it the scene.
    func replaceRoot(with controller: UIViewController) {
        guard let old = root else { return }
        end()
        old.ownScene = nil
        root = controller
        controller.ownScene = self
        controller.willAppear()
        afterUpdate { [weak self, weak controller] in
            guard let self, let controller, root === controller else { return }
            controller.didAppear()
        }
    }

    /// Calls the methods that tell that the views leave the screen.
    func end() {
        let screens = screens
        for screen in screens.reversed() { screen.willDisappear() }
        for screen in screens.reversed() { screen.didDisappear() }
    }

    /// Calls a function after the next update was sent.
    func afterUpdate(_ body: @escaping @MainActor () -> Void) {
        waiting.append(body)
        setNeedsUpdate()
    }

    /// Schedules an update.
    func setNeedsUpdate() {
        pacer.request { [weak self] in self?.update() }
    }

    /// Sends the changes and acknowledges the events that were handled.
    func update() {
        guard root != nil else { return }
        // A large update takes several messages. Later changes wait until all of them were sent.
        let isFirst = unsent.isEmpty
        if isFirst { read() }
        let part = takePart()
        let isLast = unsent.isEmpty
        if !part.isEmpty || handledWhenRead != told {
            // Every part acknowledges the same events, because all parts were computed after these were handled.
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

    /// Renders the screens, computes the changes, and sends new images.
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

    /// Removes the operations that fit into one message.
    private func takePart() -> ArraySlice<ViewOperation> {
        var weight = 0
        let part = unsent.prefix { operation in
            defer { weight += operation.weight }
            return weight < Self.mostAtOnce
        }
        unsent.removeFirst(part.count)
        return part
    }

    /// Lays out all screens before any is rendered, because a layout may change another view.
    private func prepareLayouts() {
        for _ in 0..<Self.layoutRounds {
            // Lay out every screen, even after one that had a layout due.
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
        for screen in screens { screen.traitsChanged(from: old) }
        if traits.widget?.displayMode != old.widget?.displayMode {
            WidgetState.of(root?.extensionContext)?.tellDisplayMode()
        }
        setNeedsUpdate()
    }

    func didPresent() {
        for screen in screens { screen.didAppear() }
    }

    /// Delivers an event to its owner. Events for nodes that are gone, hidden or covered are ignored, because the host
    /// may not have known.
    func handle(_ event: ViewEvent, of id: UInt32, number: UInt32) {
        handled = number
        setNeedsUpdate()
        defer { acknowledge() }
        guard let node = mirror.node(id), ViewSchema.rule(of: node.kind).events.contains(event.kind),
            let owner = node.owner
        else { return }
        if owner.takesEvents || Self.comesLate(event) { owner.receive(event) } else { takeBack(event, owner) }
    }

    /// Acknowledges events whose updates are rate-limited, so that the host does not take the extension for
    /// unresponsive.
    private func acknowledge() {
        guard unsent.isEmpty, handled != told, pacer.holdsBackChanges else { return }
        channel.update(handled: handled, [])
        told = handled
        pacer.sent(weight: 0, messages: 1)
    }

    /// Corrects the value on the host after an action on a control that does not accept it.
    private func takeBack(_ event: ViewEvent, _ owner: any NodeOwner) {
        guard let (attribute, value) = event.setting else { return }
        // These values are sent as the absence of the attribute.
        let isNone = value == .text("") || (attribute == .isFocused && value == .flag(false))
        owner.hostHasSet(attribute, isNone ? nil : value)
    }

    /// Whether the event may be a consequence of the view having been covered, hidden or disabled.
    private static func comesLate(_ event: ViewEvent) -> Bool {
        switch event {
        case .focus(false), .showRows: true
        default: event.gesture?.phase.isLast == true
        }
    }

    /// Records a value that the host has already, because the user has set it.
    func hostHasSet(_ attribute: ViewAttribute, _ value: ViewValue?, of id: UInt32) {
        mirror.hostHasSet(attribute, value, of: id)
    }
}
