import Foundation
import Synchronization

/// The classes, methods and properties of the program that are found by their Objective-C names.
///
/// `appex port` and `appex bundle --project` generate the calls that register them, because the compiler for Linux has no
/// `@objc`, `@IBOutlet` and `@IBAction`. Register each declaration once, when the program starts. A method is called on
/// the thread of the caller.
public enum ObjectiveCMembers {
    private typealias Method = (AnyObject, ObjectiveCArguments) throws -> Any?

    /// A method or property that all instances of a class have.
    private struct Member<Value>: @unchecked Sendable {  // Functions are called on the thread of the caller only.
        let isMember: (AnyObject) -> Bool
        let value: Value
    }

    private struct Property {
        let get: (AnyObject) throws -> Any?
        let set: ((AnyObject, ObjectiveCArguments) throws -> Void)?
    }

    private struct Tables {
        var classes: [String: AnyClass] = [:]
        var methods: [Selector: [Member<Method>]] = [:]
        var properties: [String: [Member<Property>]] = [:]
    }

    private static let tables = Mutex(Tables())

    /// Registers a class under its Objective-C name.
    public static func addClass(_ type: AnyClass, named name: String) {
        tables.withLock { $0.classes[name] = type }
    }

    /// Registers a method of a class and its subclasses.
    ///
    /// - Parameter body: calls the method on its first argument.
    public static func addMethod<Owner: AnyObject>(
        _ selector: String, of owner: Owner.Type,
        _ body: @escaping @MainActor (Owner, ObjectiveCArguments) throws -> Any?
    ) {
        let body = ignoringActor(body)
        let member = Member<Method>(isMember: { $0 is Owner }) { object, arguments in
            guard let owner = object as? Owner else { return nil }
            return try body(owner, arguments)
        }
        tables.withLock { $0.methods[Selector(selector), default: []].append(member) }
    }

    /// Registers a property of a class and its subclasses.
    ///
    /// - Parameter get: reads the property of its argument.
    /// - Parameter set: sets the property to the argument at position 0; `nil` if it can only be read.
    public static func addProperty<Owner: AnyObject>(
        _ key: String, of owner: Owner.Type, get: @escaping @MainActor (Owner) throws -> Any?,
        set: (@MainActor (Owner, ObjectiveCArguments) throws -> Void)? = nil
    ) {
        let get = ignoringActor { (owner: Owner, _) in try get(owner) }
        let set = set.map { set in ignoringActor { try set($0, $1) } }
        let property = Property(
            get: { object in try (object as? Owner).flatMap { try get($0, ObjectiveCArguments([])) } },
            set: set.map { set in
                { object, arguments in _ = try (object as? Owner).map { try set($0, arguments) } }
            })
        let member = Member(isMember: { $0 is Owner }, value: property)
        tables.withLock { $0.properties[key, default: []].append(member) }
    }

    /// Returns the function without its isolation: Apple's runtime calls a method on any thread, too.
    private static func ignoringActor<Owner>(
        _ body: @escaping @MainActor (Owner, ObjectiveCArguments) throws -> Any?
    ) -> (Owner, ObjectiveCArguments) throws -> Any? {
        typealias Plain = (Owner, ObjectiveCArguments) throws -> Any?
        return unsafeBitCast(body, to: Plain.self)  // Isolation does not change how it is called.
    }

    /// The class that is registered under a name, or the class of that name and module.
    ///
    /// - Parameter module: the module in which a class that is not registered is looked for; `nil` for none.
    /// - Returns: `nil` if there is no such class.
    package static func `class`(named name: String, module: String? = nil) -> AnyClass? {
        tables.withLock { $0.classes[name] } ?? module.flatMap { NSClassFromString("\($0).\(name)") }
    }

    /// Whether an object has a method with a selector.
    package static func responds(_ object: AnyObject, to selector: Selector) -> Bool {
        method(selector, of: object) != nil
    }

    /// Calls a method.
    ///
    /// - Throws: ``ObjectiveCError`` if there is no such method or an argument has another type.
    /// - Returns: the result; `nil` if the method has none.
    @discardableResult
    package static func perform(_ selector: Selector, on object: AnyObject, _ arguments: [Any?]) throws -> Any? {
        guard let method = method(selector, of: object) else {
            throw ObjectiveCError.unrecognizedSelector(selector.description, ofClass: "\(type(of: object))")
        }
        let result = try method(object, ObjectiveCArguments(arguments))
        return result is Void ? nil : result
    }

    /// The value of a property.
    ///
    /// - Throws: ``ObjectiveCError/undefinedKey(_:ofClass:)`` if no such property is registered.
    package static func value(forKey key: String, of object: AnyObject) throws -> Any? {
        try property(key, of: object).get(object)
    }

    /// The value of the last property of a path of names that are separated by dots.
    ///
    /// - Throws: ``ObjectiveCError`` if a property is not registered.
    /// - Returns: `nil` if the value of one of the properties is `nil`.
    package static func value(forKeyPath path: String, of object: AnyObject) throws -> Any? {
        // Own text: a key path of the program.
        guard let dot = path.firstIndex(of: ".") else { return try value(forKey: path, of: object) }
        guard let next = try value(forKey: String(path[..<dot]), of: object) else { return nil }
        return try value(forKeyPath: String(path[path.index(after: dot)...]), of: next as AnyObject)
    }

    /// Sets the last property of a path of names that are separated by dots.
    ///
    /// Nothing is set if the value of one of the other properties is `nil`.
    ///
    /// - Throws: ``ObjectiveCError`` if a property is not registered, or the last one cannot be set to the value.
    package static func setValue(_ value: Any?, forKeyPath path: String, of object: AnyObject) throws {
        // Own text: a key path of the program.
        guard let dot = path.lastIndex(of: ".") else { return try setValue(value, forKey: path, of: object) }
        guard let owner = try Self.value(forKeyPath: String(path[..<dot]), of: object) else { return }
        try setValue(value, forKey: String(path[path.index(after: dot)...]), of: owner as AnyObject)
    }

    /// Calls a method, and writes a line to standard error if that is not possible.
    ///
    /// - Parameter arguments: the first ones are passed, as many as the selector has colons.
    /// - Returns: the result; `nil` if the method has none or was not called.
    @discardableResult
    package static func send(_ selector: Selector, to object: AnyObject, _ arguments: [Any?]) -> Any? {
        do {
            return try perform(selector, on: object, Array(arguments.prefix(selector.argumentCount)))
        } catch {
            report("The method \"\(selector)\" was not called. \(error)")
            return nil
        }
    }

    /// Writes a line to standard error.
    static func report(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Sets a property.
    ///
    /// - Throws: ``ObjectiveCError`` if there is no such property, it can only be read, or the value has another type.
    package static func setValue(_ value: Any?, forKey key: String, of object: AnyObject) throws {
        guard let set = try property(key, of: object).set else {
            throw ObjectiveCError.readOnlyKey(key, ofClass: "\(type(of: object))")
        }
        try set(object, ObjectiveCArguments([value]))
    }

    // The last registration is searched first, so that a subclass can replace what its superclass has.
    private static func method(_ selector: Selector, of object: AnyObject) -> Method? {
        tables.withLock { $0.methods[selector] }?.last { $0.isMember(object) }?.value
    }

    private static func property(_ key: String, of object: AnyObject) throws -> Property {
        guard let member = tables.withLock({ $0.properties[key] })?.last(where: { $0.isMember(object) }) else {
            throw ObjectiveCError.undefinedKey(key, ofClass: "\(type(of: object))")
        }
        return member.value
    }
}
