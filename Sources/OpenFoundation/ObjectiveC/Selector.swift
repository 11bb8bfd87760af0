/// The name of a method, by which it is called.
///
/// Source: https://developer.apple.com/documentation/objectivec/selector
///
/// ## Difference from Apple
/// Linux has no Objective-C runtime. A selector calls the methods that are registered with ``ObjectiveCMembers``, which
/// `appex port` does for every `@objc` method.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, with a colon for each argument.
    public let description: String

    /// Makes a selector from its name.
    public init(_ name: String) { description = name }
    /// Makes a selector from a literal.
    public init(stringLiteral value: String) { description = value }

    /// The number of arguments.
    package var argumentCount: Int { description.utf8.count { $0 == UInt8(ascii: ":") } }
}

/// Returns the name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.description }

/// Returns the selector with a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// Returns the selector with a name.
public func sel_registerName(_ name: String) -> Selector { Selector(name) }
