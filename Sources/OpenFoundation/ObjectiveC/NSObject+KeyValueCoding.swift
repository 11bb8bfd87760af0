public import Foundation

// Members of the protocol, so that classes can have functions of the same names, which are called in their place.
extension NSObjectProtocol {
    /// Returns the value of a registered property; see ``ObjectiveCMembers``.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/value(forkey:)
    ///
    /// ## Difference from Apple
    /// If no such property is registered, the call is reported on standard error and returns `nil`, instead of ending the
    /// process.
    public func value(forKey key: String) -> Any? {
        reporting(key) { try ObjectiveCMembers.value(forKey: key, of: self) }
    }

    /// Returns the value of the last property of a path, for instance `layer.cornerRadius`.
    ///
    /// The other rules are those of ``value(forKey:)``.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/value(forkeypath:)
    public func value(forKeyPath keyPath: String) -> Any? {
        reporting(keyPath) { try ObjectiveCMembers.value(forKeyPath: keyPath, of: self) }
    }

    /// Sets a registered property; see ``ObjectiveCMembers``.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/setvalue(_:forkey:)
    ///
    /// ## Difference from Apple
    /// If no such property is registered, or the value has another type, the call is reported on standard error and has no
    /// effect, instead of ending the process.
    public func setValue(_ value: Any?, forKey key: String) {
        _ = reporting(key) { try ObjectiveCMembers.setValue(value, forKey: key, of: self) }
    }

    /// Sets the last property of a path, for instance `layer.cornerRadius`.
    ///
    /// The other rules are those of ``setValue(_:forKey:)``.
    ///
    /// Source: https://developer.apple.com/documentation/objectivec/nsobject-swift.class/setvalue(_:forkeypath:)
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        _ = reporting(keyPath) { try ObjectiveCMembers.setValue(value, forKeyPath: keyPath, of: self) }
    }

    private func reporting<Value>(_ key: String, _ body: () throws -> Value?) -> Value? {
        do {
            return try body()
        } catch {
            ObjectiveCMembers.report("The property \"\(key)\" was not used. \(error)")
            return nil
        }
    }
}
