import AppexInterfaces
import Foundation
import OpenFoundation

/// Makes the objects of a scene or nib file and connects them.
@MainActor
final class InterfaceLoader {
    /// The object with the identifier that connections use for the owner of a nib file.
    static let ownerID = "-1"
    /// The identifier that connections use for the first object in the responder chain that has a method.
    static let firstResponderID = "-2"

    let scene: InterfaceScene
    /// The name of the source, for messages.
    let source: String
    let bundle: Bundle
    /// The storyboard of the scene; `nil` for a nib file.
    let storyboard: UIStoryboard?
    /// The texts of the user's language by keys such as `Ab1-2c-d3e.text`.
    let texts: [String: String]
    /// The controller of the scene, or the owner of the nib file.
    weak var owner: AnyObject?
    /// The description of the scene's controller; `nil` for a nib file.
    let controllerObject: InterfaceObject?
    /// Makes the controller in place of its `init(coder:)`.
    var creator: ((NSCoder) -> UIViewController?)?
    /// Whether ``connect()`` was called.
    private(set) var isConnected = false
    /// Objects at the top level that no other object holds.
    private var kept: [AnyObject] = []
    /// The objects that were made and are not connected yet.
    private(set) var objects: [String: AnyObject] = [:]
    private var made: [(description: InterfaceObject, object: AnyObject)] = []
    /// The functions that gesture recognizers call.
    private(set) var relays: [String: InterfaceRelay] = [:]

    init(_ scene: InterfaceScene, source: String, bundle: Bundle, storyboard: UIStoryboard?) {
        self.scene = scene
        self.source = source
        self.bundle = bundle
        self.storyboard = storyboard
        texts = InterfaceStore.texts(of: scene, in: bundle)
        controllerObject =
            storyboard == nil ? nil : scene.objects.first { InterfaceClasses.controller(of: $0.kind) != nil }
    }

    // MARK: Objects

    /// Remembers an object until it is connected.
    func add(_ object: AnyObject, _ description: InterfaceObject) {
        if !description.id.isEmpty, object !== owner {
            objects[description.id] = objects[description.id] ?? object
        }
        made.append((description, object))
    }

    /// Remembers an object without connections, such as a layout guide.
    func add(_ object: AnyObject, id: String) { objects[id] = object }

    /// Remembers the functions of a gesture recognizer.
    func add(_ relay: InterfaceRelay, id: String) { relays[id] = relay }

    /// The object with an identifier; `nil` if it was not made.
    func object(_ id: String) -> AnyObject? {
        if id == Self.ownerID || id == controllerObject?.id { return owner }
        return objects[id]
    }

    /// The class of an object, which must be a subclass of `Base`.
    ///
    /// - Parameter usual: the class that belongs to the kind of the object.
    func type<Base: AnyObject>(of object: InterfaceObject, usual: Base.Type) -> Base.Type {
        guard let name = object.customClass else { return usual }
        guard let found = ObjectiveCMembers.class(named: name, module: object.customModule) else {
            report(
                "has the class \(object.customModule.map { "\($0)." } ?? "")\(name), which the program does not contain",
                object)
            return usual
        }
        guard let type = found as? Base.Type else {
            report("has the class \(name), which is not a subclass of \(usual)", object)
            return usual
        }
        return type
    }

    /// Makes a view with its subviews.
    func makeView(_ object: InterfaceObject) -> UIView {
        let usual = InterfaceClasses.view(of: object.kind) ?? UIView.self
        let type = type(of: object, usual: usual)
        let coder = InterfaceCoder(self, object)
        if let view = type.init(coder: coder) { return view }
        report("was not made, because init(coder:) of \(type) returned nil", object)
        return usual.init(coder: coder) ?? UIView()
    }

    /// Makes the controller of the scene.
    ///
    /// - Returns: `nil` if the scene has no controller or its initializer returned `nil`.
    func makeController() -> UIViewController? {
        guard let object = controllerObject else { return nil }
        let coder = InterfaceCoder(self, object)
        guard let controller = creator.map({ $0(coder) }) ?? usualController(coder) else {
            report("was not made, because its initializer returned nil", object)
            return nil
        }
        if object.object("view") == nil {
            makeOthers()
            connect()
        }
        controller.awakeFromNib()
        return controller
    }

    /// Makes the controller with the initializer of its class.
    func usualController(_ coder: NSCoder) -> UIViewController? {
        guard let object = controllerObject else { return nil }
        return type(of: object, usual: InterfaceClasses.controller(of: object.kind) ?? UIViewController.self)
            .init(coder: coder)
    }

    /// Makes the view of the scene's controller.
    ///
    /// - Returns: `nil` if the scene has no view.
    func makeControllerView() -> UIView? {
        controllerObject?.object("view").map(makeView)
    }

    /// Makes the objects at the top level besides the controller: gesture recognizers, and views outside of its view.
    func makeOthers() {
        for object in scene.objects where object.id != controllerObject?.id {
            if InterfaceClasses.view(of: object.kind) != nil {
                kept.append(makeView(object))
            } else if let recognizer = makeRecognizer(object) {
                kept.append(recognizer)
                add(recognizer, object)
            }
        }
    }

    /// Activates constraints, sets outlets, adds actions, and calls `awakeFromNib()`, for all objects that were made.
    func connect() {
        isConnected = true
        let made = made
        self.made = []
        for (description, object) in made where !description.constraints.isEmpty {
            activate(description.constraints, of: object)
        }
        for (description, object) in made {
            for attribute in description.attributes { set(attribute, of: object, description) }
        }
        for (description, object) in made { connect(object, description) }
        for (_, object) in made where object !== owner { (object as? UIResponder)?.awakeFromNib() }
        objects = [:]
        relays = [:]
    }

    // MARK: Messages

    /// Reports a problem of an object on standard error.
    func report(_ problem: String, _ object: InterfaceObject) {
        let name = object.id.isEmpty ? "" : " with the identifier \(object.id)"
        InterfaceStore.report("\(source): the \(object.kind)\(name) \(problem).")
    }
}

/// Functions that are called together.
@MainActor
final class InterfaceRelay {
    /// The functions, which get the sender.
    var bodies: [@MainActor (AnyObject) -> Void] = []

    /// Calls all functions.
    func send(_ sender: AnyObject) {
        for body in bodies { body(sender) }
    }
}
