public import Foundation

extension NSObject {
    /// Whether the object has a registered method with a selector; see ``ObjectiveCMembers``.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobjectprotocol/responds(to:)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public func responds(to aSelector: Selector!) -> Bool {
        aSelector.map { ObjectiveCMembers.responds(self, to: $0) } ?? false
    }

    /// Calls a method without arguments.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobjectprotocol/perform(_:)
    ///
    /// ## Difference from Apple
    /// If no such method is registered, the call is reported on standard error and returns `nil`, instead of ending the
    /// process.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @discardableResult
    public func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
        performing(aSelector, [])
    }

    /// Calls a method with one argument. The other rules are those of ``perform(_:)``.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @discardableResult
    public func perform(_ aSelector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
        performing(aSelector, [object])
    }

    /// Calls a method with two arguments. The other rules are those of ``perform(_:)``.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @discardableResult
    public func perform(_ aSelector: Selector!, with object1: Any!, with object2: Any!) -> Unmanaged<AnyObject>! {
        performing(aSelector, [object1, object2])
    }

    private func performing(_ selector: Selector?, _ arguments: [Any?]) -> Unmanaged<AnyObject>? {
        guard let selector, let result = ObjectiveCMembers.send(selector, to: self, arguments) else { return nil }
        let object = result as AnyObject
        // In place of an autorelease pool: the object lives at least until the next call on this thread.
        Thread.current.threadDictionary["OpenFoundation.lastResult"] = object
        return Unmanaged.passUnretained(object)
    }
}
