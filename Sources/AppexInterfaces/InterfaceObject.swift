/// An object of a storyboard or nib file: a view, a controller, a bar button, a gesture recognizer.
package struct InterfaceObject: Equatable, Sendable {
    /// The identifier in the file; empty for an object without one.
    package var id: String
    /// The name of the element, such as `label`.
    package var kind: String
    /// The name of the program's own class; `nil` for the class that belongs to ``kind``.
    package var customClass: String?
    /// The module of the program's own class; `nil` for the module of the extension or app.
    package var customModule: String?
    /// The properties by the names that they have in the file, such as `text` or `backgroundColor`.
    package var properties: [String: InterfaceValue] = [:]
    /// The objects that the object owns, by their roles, such as `subviews` or `navigationItem`.
    package var objects: [String: [InterfaceObject]] = [:]
    /// The constraints that the view holds.
    package var constraints: [InterfaceConstraint] = []
    /// The connections that begin at the object.
    package var connections: [InterfaceConnection] = []
    /// The values that are set by key path after the object was made.
    package var attributes: [InterfaceAttribute] = []

    /// Makes an object without properties.
    package init(id: String, kind: String, customClass: String? = nil, customModule: String? = nil) {
        self.id = id
        self.kind = kind
        self.customClass = customClass
        self.customModule = customModule
    }

    /// The first object of a role; `nil` if no object has the role.
    package func object(_ role: String) -> InterfaceObject? { objects[role]?.first }

    /// Calls a function for this object and all objects in it.
    package func visit(_ body: (InterfaceObject) -> Void) {
        body(self)
        for role in objects.keys.sorted() {
            for object in objects[role] ?? [] { object.visit(body) }
        }
    }
}

/// A constraint between two objects of a file.
package struct InterfaceConstraint: Equatable, Sendable {
    /// The identifier in the file.
    package var id: String
    /// The identifier of the first view or guide.
    package var firstItem: String
    /// The name of the first attribute, such as `leading`.
    package var firstAttribute: String
    /// `equal`, `lessThanOrEqual` or `greaterThanOrEqual`.
    package var relation: String
    /// The identifier of the second view or guide; `nil` for a constant.
    package var secondItem: String?
    /// The name of the second attribute; `nil` for a constant.
    package var secondAttribute: String?
    /// The factor of the second attribute.
    package var multiplier: Double
    /// The distance or length in points.
    package var constant: Double
    /// The priority from 1 to 1000.
    package var priority: Double
    /// The name for debugging.
    package var name: String?

    /// Makes a constraint.
    package init(
        id: String, firstItem: String, firstAttribute: String, relation: String = "equal", secondItem: String? = nil,
        secondAttribute: String? = nil, multiplier: Double = 1, constant: Double = 0, priority: Double = 1000,
        name: String? = nil
    ) {
        self.id = id
        self.firstItem = firstItem
        self.firstAttribute = firstAttribute
        self.relation = relation
        self.secondItem = secondItem
        self.secondAttribute = secondAttribute
        self.multiplier = multiplier
        self.constant = constant
        self.priority = priority
        self.name = name
    }
}

/// A connection that begins at an object: an outlet, an action or a segue.
package struct InterfaceConnection: Equatable, Sendable {
    /// The kind of a connection.
    package enum Kind: String, Sendable {
        /// Sets a property to the destination.
        case outlet
        /// Appends the destination to a property.
        case outletCollection
        /// Calls a method of the destination.
        case action
        /// Leads to the controller of another scene.
        case segue
    }

    /// The kind.
    package var kind: Kind
    /// The property, the selector, or the identifier of the segue; empty for a segue without one.
    package var name: String
    /// The identifier of the destination.
    package var destination: String
    /// Further values: `event` of an action; `kind`, `relationship`, `customClass`, `modalPresentationStyle` and others of
    /// a segue.
    package var values: [String: String]

    /// Makes a connection.
    package init(_ kind: Kind, name: String, destination: String, values: [String: String] = [:]) {
        self.kind = kind
        self.name = name
        self.destination = destination
        self.values = values
    }
}

/// A value that is set by key path after the object was made.
package struct InterfaceAttribute: Equatable, Sendable {
    /// The key path, such as `layer.cornerRadius`.
    package var keyPath: String
    /// The type in the file: `boolean`, `number`, `string`, `color`, `point`, `size`, `rect`, `image` or `nil`.
    package var type: String
    /// The value.
    package var value: InterfaceValue

    /// Makes an attribute.
    package init(keyPath: String, type: String, value: InterfaceValue) {
        self.keyPath = keyPath
        self.type = type
        self.value = value
    }
}
