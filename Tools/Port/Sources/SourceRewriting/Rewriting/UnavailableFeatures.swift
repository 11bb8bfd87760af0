/// What needs the Objective-C runtime, and what programs do instead.
enum UnavailableFeatures {
    /// The advice for key-value observing.
    static let keyValueObserving =
        "Key-value observing needs the Objective-C runtime. Use didSet, a notification or a handler instead."
    private static let swizzling =
        "Methods cannot be exchanged or added at run time on Linux. Override the method in a subclass instead."
    private static let association =
        "Objects cannot be associated on Linux. Use a stored property of a subclass or a dictionary instead."
    private static let reflection = "Linux has no Objective-C runtime that lists members. Use Mirror instead."

    private static let locking = "Objects are not locks on Linux. Use NSLock, NSRecursiveLock or Mutex instead."

    private static let functions: [String: String] = [
        "method_exchangeImplementations": swizzling, "method_setImplementation": swizzling,
        "method_getImplementation": swizzling, "class_addMethod": swizzling, "class_replaceMethod": swizzling,
        "class_getInstanceMethod": swizzling, "class_getClassMethod": swizzling, "object_setClass": swizzling,
        "imp_implementationWithBlock": swizzling, "objc_allocateClassPair": swizzling,
        "objc_setAssociatedObject": association, "objc_getAssociatedObject": association,
        "objc_sync_enter": locking, "objc_sync_exit": locking,
        "class_copyMethodList": reflection, "class_copyPropertyList": reflection, "class_copyIvarList": reflection,
        "objc_getClass": reflection, "objc_copyClassList": reflection,
        "NSClassFromString":
            "NSClassFromString finds a class by \"Module.Class\" only on Linux, not by its Objective-C name.",
    ]

    /// The advice for a call of a function; `nil` if the function can be used.
    static func advice(forFunction name: String) -> String? { functions[name] }

    /// The advice for a call of a method; `nil` if the method can be used.
    ///
    /// - Parameter labels: the labels of the arguments, `_` for an argument without one.
    /// - Parameter takesKeyPath: whether the first argument is a key path such as `\.title`.
    static func advice(forMethod name: String, labels: [String], takesKeyPath: Bool) -> String? {
        switch name {
        case "addObserver" where labels.contains("forKeyPath"): keyValueObserving
        case "removeObserver" where labels.contains("forKeyPath"): keyValueObserving
        case "observe" where takesKeyPath: keyValueObserving
        case "willChangeValue" where labels.first == "forKey": keyValueObserving
        case "didChangeValue" where labels.first == "forKey": keyValueObserving
        default: nil
        }
    }
}
