import AppexInterfaces
import Foundation

extension InterfaceLoader {
    /// Gives a controller the properties of its description. `UIViewController.init(coder:)` calls it.
    func configure(_ controller: UIViewController, _ object: InterfaceObject) {
        owner = controller
        add(controller, object)
        let properties = object.properties
        controller.title = text(properties["title"], "title", of: object)
        if let style = Self.presentationStyle(properties["modalPresentationStyle"]?.string) {
            controller.modalPresentationStyle = style
        }
        if let style = Self.transitionStyle(properties["modalTransitionStyle"]?.string) {
            controller.modalTransitionStyle = style
        }
        if let size = size(properties["preferredContentSize"]) { controller.preferredContentSize = size }
        if let modal = properties["modalInPresentation"]?.bool { controller.isModalInPresentation = modal }
        if let item = object.object("navigationItem") { configure(controller.navigationItem, item) }
        if let items = object.objects["toolbarItems"] { controller.toolbarItems = items.map(makeBarButton) }
        if let table = controller as? UITableViewController,
            let clears = properties["clearsSelectionOnViewWillAppear"]?.bool
        {
            table.clearsSelectionOnViewWillAppear = clears
        }
        if let item = object.object("tabBarItem") { configure(tabItemOf: controller, item) }
        if let navigation = controller as? UINavigationController { configure(navigation, object) }
        if let tabs = controller as? UITabBarController { configure(tabs, object) }
    }

    private func configure(_ navigation: UINavigationController, _ object: InterfaceObject) {
        if let bar = object.object("navigationBar") {
            add(navigation.navigationBar, bar)
            if let color = color(bar.properties["tintColor"]) { navigation.navigationBar.tintColor = color }
            if let large = bar.properties["largeTitles"]?.bool { navigation.navigationBar.prefersLargeTitles = large }
        }
        if object.properties["navigationBarHidden"]?.bool == true { navigation.isNavigationBarHidden = true }
        if object.properties["toolbarHidden"]?.bool == false { navigation.isToolbarHidden = false }
        let root = object.connections.first { $0.values["relationship"] == "rootViewController" }
        if let root, let controller = storyboard?.instantiate(root.destination) {
            navigation.viewControllers = [controller]
        }
    }

    static func presentationStyle(_ name: String?) -> UIModalPresentationStyle? {
        switch name {
        case "fullScreen": .fullScreen
        case "pageSheet": .pageSheet
        case "formSheet": .formSheet
        case "currentContext": .currentContext
        case "custom": .custom
        case "overFullScreen": .overFullScreen
        case "overCurrentContext": .overCurrentContext
        case "popover": .popover
        case "automatic": .automatic
        default: nil
        }
    }

    static func transitionStyle(_ name: String?) -> UIModalTransitionStyle? {
        switch name {
        case "coverVertical": .coverVertical
        case "flipHorizontal": .flipHorizontal
        case "crossDissolve": .crossDissolve
        case "partialCurl": .partialCurl
        default: nil
        }
    }

    // MARK: Bars

    /// Gives a navigation item the properties of its description.
    func configure(_ item: UINavigationItem, _ object: InterfaceObject) {
        add(item, object)
        let properties = object.properties
        if let title = text(properties["title"], "title", of: object) { item.title = title }
        item.prompt = text(properties["prompt"], "prompt", of: object)
        if let hides = properties["hidesBackButton"]?.bool { item.hidesBackButton = hides }
        if let supplements = properties["leftItemsSupplementBackButton"]?.bool {
            item.leftItemsSupplementBackButton = supplements
        }
        switch properties["largeTitleDisplayMode"]?.string {
        case "always": item.largeTitleDisplayMode = .always
        case "never": item.largeTitleDisplayMode = .never
        default: break
        }
        if let items = object.objects["leftBarButtonItems"] { item.leftBarButtonItems = items.map(makeBarButton) }
        if let items = object.objects["rightBarButtonItems"] { item.rightBarButtonItems = items.map(makeBarButton) }
        if let back = object.object("backBarButtonItem") { item.backBarButtonItem = makeBarButton(back) }
        if let view = object.object("titleView") { item.titleView = makeView(view) }
    }

    /// Makes a button of a bar.
    func makeBarButton(_ object: InterfaceObject) -> UIBarButtonItem {
        let properties = object.properties
        let item: UIBarButtonItem
        if let view = object.object("customView") {
            item = UIBarButtonItem(customView: makeView(view))
        } else if let name = properties["systemItem"]?.string, let system = Self.systemItems[name] {
            item = UIBarButtonItem(systemItem: system)
        } else {
            item = UIBarButtonItem()
        }
        item.title = text(properties["title"], "title", of: object)
        item.image = image(properties["image"], of: object)
        if properties["style"]?.string == "done" { item.style = .done }
        if let enabled = properties["enabled"]?.bool { item.isEnabled = enabled }
        if let hidden = properties["hidden"]?.bool { item.isHidden = hidden }
        if let tag = properties["tag"]?.number.flatMap({ Int(exactly: $0) }) { item.tag = tag }
        if let width = properties["width"]?.number { item.width = width }
        if let color = color(properties["tintColor"]) { item.tintColor = color }
        if let accessibility = properties["accessibility"] {
            item.accessibilityLabel = text(accessibility["label"], "accessibilityLabel", of: object)
            item.accessibilityHint = text(accessibility["hint"], "accessibilityHint", of: object)
            item.accessibilityIdentifier = accessibility["identifier"]?.string
        }
        add(item, object)
        return item
    }

    private static let systemItems: [String: UIBarButtonItem.SystemItem] = [
        "done": .done, "cancel": .cancel, "edit": .edit, "save": .save, "add": .add, "flexibleSpace": .flexibleSpace,
        "fixedSpace": .fixedSpace, "compose": .compose, "reply": .reply, "action": .action, "organize": .organize,
        "bookmarks": .bookmarks, "search": .search, "refresh": .refresh, "stop": .stop, "camera": .camera,
        "trash": .trash, "play": .play, "pause": .pause, "rewind": .rewind, "fastForward": .fastForward,
        "undo": .undo, "redo": .redo, "close": .close,
    ]

    // MARK: Gestures

    private static let directions: [String: UISwipeGestureRecognizer.Direction] = [
        "right": .right, "left": .left, "up": .up, "down": .down,
    ]

    /// Makes a gesture recognizer; `nil` for an object of another kind.
    func makeRecognizer(_ object: InterfaceObject) -> UIGestureRecognizer? {
        let relay = InterfaceRelay()
        let recognizer: UIGestureRecognizer
        switch object.kind {
        case "tapGestureRecognizer": recognizer = UITapGestureRecognizer { relay.send($0) }
        case "panGestureRecognizer": recognizer = UIPanGestureRecognizer { relay.send($0) }
        case "pinchGestureRecognizer": recognizer = UIPinchGestureRecognizer { relay.send($0) }
        case "swipeGestureRecognizer":
            let swipe = UISwipeGestureRecognizer { relay.send($0) }
            if let direction = object.properties["direction"]?.string.flatMap({ Self.directions[$0] }) {
                swipe.direction = direction
            }
            recognizer = swipe
        case "pongPressGestureRecognizer", "longPressGestureRecognizer":
            let press = UILongPressGestureRecognizer { relay.send($0) }
            if let duration = object.properties["minimumPressDuration"]?.number {
                press.minimumPressDuration = duration
            }
            recognizer = press
        default: return nil
        }
        if let enabled = object.properties["enabled"]?.bool { recognizer.isEnabled = enabled }
        add(relay, id: object.id)
        return recognizer
    }
}
