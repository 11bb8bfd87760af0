import AppexInterfaces
import Foundation
import OpenFoundation

extension InterfaceLoader {
    /// Makes the connections of an object that was made.
    func connect(_ source: AnyObject, _ description: InterfaceObject) {
        var collections = Dictionary(
            grouping: description.connections.filter { $0.kind == .outletCollection }, by: \.name)
        for connection in description.connections {
            if connection.kind != .outletCollection {
                connect(connection, from: source, description)
            } else if let all = collections.removeValue(forKey: connection.name) {
                // All destinations are set together with the first, because a collection of another type cannot be read.
                setCollection(connection.name, all, of: source, description)
            }
        }
    }

    private func connect(_ connection: InterfaceConnection, from source: AnyObject, _ description: InterfaceObject) {
        switch connection.kind {
        case .outlet: setOutlet(connection, of: source, description)
        case .outletCollection: break
        case .action: addAction(connection, to: source, description)
        case .segue: addSegue(connection, to: source, description)
        }
    }

    // MARK: Outlets

    private func setOutlet(_ connection: InterfaceConnection, of source: AnyObject, _ description: InterfaceObject) {
        let destination = object(connection.destination)
        if destination == nil { reportMissing("an outlet \"\(connection.name)\"", connection, description) }
        guard let destination, !set(destination, as: connection.name, of: source, description) else { return }
        do {
            try ObjectiveCMembers.setValue(destination, forKey: connection.name, of: source)
        } catch {
            report("has an outlet \"\(connection.name)\" that cannot be set: \(Self.reason(error))", description)
        }
    }

    private func reportMissing(_ what: String, _ connection: InterfaceConnection, _ description: InterfaceObject) {
        report("has \(what) that leads to the object \(connection.destination), which was not made", description)
    }

    /// Sets an outlet that the classes of this module have.
    private func set(
        _ destination: AnyObject, as name: String, of source: AnyObject, _ description: InterfaceObject
    ) -> Bool {
        /// The destination as an object that conforms to a protocol; `nil`, after a report, if it does not.
        func conforming<Role>() -> Role? {
            if let role = destination as? Role { return role }
            let found: AnyClass = Swift.type(of: destination)
            report("has a \(name) of the class \(found), which is not a \(Role.self)", description)
            return nil
        }
        switch (source, name) {
        case (let table as UITableView, "delegate"): table.delegate = conforming()
        case (let table as UITableView, "dataSource"): table.dataSource = conforming()
        case (let collection as UICollectionView, "delegate"): collection.delegate = conforming()
        case (let collection as UICollectionView, "dataSource"): collection.dataSource = conforming()
        case (let picker as UIPickerView, "delegate"): picker.delegate = conforming()
        case (let picker as UIPickerView, "dataSource"): picker.dataSource = conforming()
        case (let bar as UISearchBar, "delegate"): bar.delegate = conforming()
        case (let tabs as UITabBarController, "delegate"): tabs.delegate = conforming()
        case (is UINavigationBar, "delegate"), (is UIToolbar, "delegate"): break
        case (let field as UITextField, "delegate"): field.delegate = conforming()
        case (let view as UITextView, "delegate"): view.delegate = conforming()
        case (let view as UIScrollView, "delegate"): view.scrollDelegate = conforming()
        case (let recognizer as UIGestureRecognizer, "delegate"): recognizer.delegate = conforming()
        case (let controller as UIViewController, "view"):
            guard let view = destination as? UIView else { return false }
            if controller.viewIfLoaded !== view { controller.view = view }
        default: return false
        }
        return true
    }

    private func add(_ destination: AnyObject, to name: String, of source: AnyObject) -> Bool {
        guard name == "gestureRecognizers", let view = source as? UIView,
            let recognizer = destination as? UIGestureRecognizer
        else { return false }
        view.addGestureRecognizer(recognizer)
        return true
    }

    private func setCollection(
        _ name: String, _ all: [InterfaceConnection], of source: AnyObject, _ description: InterfaceObject
    ) {
        var objects: [AnyObject] = []
        for connection in all {
            guard let destination = object(connection.destination) else {
                reportMissing("an outlet \"\(name)\"", connection, description)
                continue
            }
            if !add(destination, to: name, of: source) { objects.append(destination) }
        }
        guard !objects.isEmpty else { return }
        do {
            try ObjectiveCMembers.setValue(objects, forKey: name, of: source)
        } catch {
            report("has an outlet \"\(name)\" that cannot be set: \(Self.reason(error))", description)
        }
    }

    // MARK: Actions

    private func addAction(_ connection: InterfaceConnection, to source: AnyObject, _ description: InterfaceObject) {
        let target: AnyObject?
        if connection.destination == Self.firstResponderID {
            target = nil
        } else {
            guard let found = object(connection.destination) else {
                return reportMissing("an action \"\(connection.name)\"", connection, description)
            }
            target = found
        }
        let action = InterfaceAction(
            connection.name, target: target,
            place: "\(self.source): the action of the \(description.kind) \(description.id)")
        add({ action.send(from: $0) }, event: connection.values["event"], to: source, description)
    }

    private func addSegue(_ connection: InterfaceConnection, to source: AnyObject, _ description: InterfaceObject) {
        switch connection.values["kind"] {
        case "relationship": return
        case "embed":
            // The view of the child is loaded here, which can contain further controllers.
            return UIStoryboard.inside { embed(connection, in: source, description) }
        default: break
        }
        guard !(source is UIViewController) else { return }
        let controller = owner as? UIViewController
        add(
            { [weak controller] sender in controller?.performSegue(connection, triggeredBy: sender) }, event: nil,
            to: source, description)
    }

    /// Has an object call a function when it is used.
    private func add(
        _ body: @escaping @MainActor (AnyObject) -> Void, event: String?, to source: AnyObject,
        _ description: InterfaceObject
    ) {
        let action = UIAction { action in action.sender.map { body($0) } }
        switch source {
        case let control as UIControl:
            control.addAction(action, for: event.flatMap { Self.events[$0] } ?? Self.usualEvent(of: control))
        case let item as UIBarButtonItem: item.primaryAction = action
        case is UIGestureRecognizer: relays[description.id]?.bodies.append(body)
        case let cell as UICollectionViewCell: cell.selected = { [weak cell] in cell.map { body($0) } }
        case let cell as UITableViewCell: cell.selected = { [weak cell] in cell.map { body($0) } }
        default:
            report("has an action or a segue, which only controls, bar buttons, cells and gestures have", description)
        }
    }

    private static func usualEvent(of control: UIControl) -> UIControl.Event {
        control is UIButton ? .touchUpInside : .primaryActionTriggered
    }

    private static let events: [String: UIControl.Event] = [
        "touchDown": .touchDown, "touchUpInside": .touchUpInside, "touchUpOutside": .touchUpOutside,
        "touchCancel": .touchCancel, "valueChanged": .valueChanged,
        "primaryActionTriggered": .primaryActionTriggered, "editingDidBegin": .editingDidBegin,
        "editingChanged": .editingChanged, "editingDidEnd": .editingDidEnd,
        "editingDidEndOnExit": .editingDidEndOnExit,
    ]

    /// Shows the controller of another scene in a container view.
    private func embed(_ connection: InterfaceConnection, in source: AnyObject, _ description: InterfaceObject) {
        guard let container = source as? UIView, let parent = owner as? UIViewController else {
            return report("has an embed segue, which only the views of a scene have", description)
        }
        guard let child = storyboard?.instantiate(connection.destination) else {
            return reportMissing("an embed segue", connection, description)
        }
        let segue = UIStoryboardSegue(
            identifier: connection.name.isEmpty ? nil : connection.name, source: parent, destination: child
        ) {
            parent.addChild(child)
            guard let view = child.view else { return }
            view.frame = container.bounds
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.translatesAutoresizingMaskIntoConstraints = true
            container.addSubview(view)
            child.didMove(toParent: parent)
        }
        parent.prepare(for: segue, sender: container)
        segue.perform()
    }

    // MARK: Attributes

    /// Sets a value by its key path.
    func set(_ attribute: InterfaceAttribute, of object: AnyObject, _ description: InterfaceObject) {
        let values = values(of: attribute, description)
        if set(values, as: attribute.keyPath, of: object) { return }
        do {
            try set(values, at: attribute.keyPath.split(separator: ".").map(String.init), of: object)
        } catch {
            report("has an attribute \"\(attribute.keyPath)\" that cannot be set: \(Self.reason(error))", description)
        }
    }

    /// The value in all types that a property for it can have.
    private func values(of attribute: InterfaceAttribute, _ description: InterfaceObject) -> [Any?] {
        switch (attribute.type, attribute.value) {
        case ("boolean", .bool(let value)): return [value, NSNumber(value: value)]
        case ("number", .number(let value)):
            return [CGFloat(value), value, Int(exactly: value), Float(value), NSNumber(value: value)]
        case ("string", .string):
            return [text(attribute.value, attribute.keyPath, of: description)]
        case ("color", _): return [color(attribute.value)]
        case ("image", _): return [image(attribute.value, of: description)]
        case ("rect", _): return [rect(attribute.value)]
        case ("size", _): return [size(attribute.value)]
        case ("point", _): return [attribute.value.numbers(2).map { CGPoint(x: $0[0], y: $0[1]) }]
        default: return [nil]
        }
    }

    /// Sets a property that the views of this module have.
    private func set(_ values: [Any?], as keyPath: String, of object: AnyObject) -> Bool {
        guard let view = object as? UIView else { return false }
        let value = values.first ?? nil
        switch (keyPath, value) {
        case ("layer.cornerRadius", let radius as CGFloat): view.layer.cornerRadius = radius
        case ("layer.borderWidth", let width as CGFloat): view.layer.borderWidth = width
        case ("layer.borderColor", let color as UIColor), ("layer.borderUIColor", let color as UIColor):
            view.layer.borderColor = color
        case ("layer.masksToBounds", let masks as Bool): view.layer.masksToBounds = masks
        case ("clipsToBounds", let clips as Bool): view.clipsToBounds = clips
        case ("hidden", let hidden as Bool): view.isHidden = hidden
        case ("alpha", let alpha as CGFloat): view.alpha = alpha
        case ("backgroundColor", let color as UIColor): view.backgroundColor = color
        case ("tintColor", let color as UIColor): view.tintColor = color
        case ("accessibilityLabel", let text as String): view.accessibilityLabel = text
        case ("accessibilityIdentifier", let text as String): view.accessibilityIdentifier = text
        default: return false
        }
        return true
    }

    private func set(_ values: [Any?], at path: [String], of object: AnyObject) throws {
        guard let key = path.first else { return }
        if path.count > 1 {
            let next = try ObjectiveCMembers.value(forKey: key, of: object)
            guard let next else { return }
            return try set(values, at: Array(path.dropFirst()), of: next as AnyObject)
        }
        var failure: (any Error)?
        for value in values {
            do {
                return try ObjectiveCMembers.setValue(value, forKey: key, of: object)
            } catch ObjectiveCError.argument(let position, let found, let expected) {
                failure = failure ?? ObjectiveCError.argument(position: position, found: found, expected: expected)
            }
        }
        if let failure { throw failure }
    }

    private static func reason(_ error: any Error) -> String {
        let text = "\(error)"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

/// A method that an object of a storyboard calls.
@MainActor
private final class InterfaceAction {
    private let name: String
    private weak var target: AnyObject?
    /// Whether the first object in the responder chain that has the method is called.
    private let searches: Bool
    private let place: String

    init(_ name: String, target: AnyObject?, place: String) {
        self.name = name
        self.target = target
        searches = target == nil
        self.place = place
    }

    func send(from sender: AnyObject) {
        let selector = Selector(name)
        if searches {
            guard !UIApplication.shared.sendAction(selector, to: nil, from: sender, for: nil) else { return }
            return InterfaceStore.report(
                "\(place) has no effect, because no object in the responder chain has the method \"\(name)\".")
        }
        guard let target else { return }
        do {
            try ObjectiveCMembers.perform(selector, on: target, [sender, nil])
        } catch {
            InterfaceStore.report("\(place) cannot be called: \(error)")
        }
    }
}
