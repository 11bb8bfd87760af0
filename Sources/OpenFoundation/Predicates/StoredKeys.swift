/// Finds values by name in any Swift value, without a conformance. It looks up one key at a time and never walks an
/// object graph, which may have cycles.
enum StoredKeys {
    /// The value of `subject` for `key`: a stored property of its class or a superclass, or what it encodes for that
    /// key.
    ///
    /// - Returns: nil if it has nothing of that name.
    static func value(of subject: Any, forKey key: String) -> Any? {
        if let content = subject as? EncodedContent { return content.value(forKey: key) }
        return reflected(subject, key: key)
            ?? (subject as? any Encodable).flatMap { EncodedContent(of: $0)?.value(forKey: key) }
    }

    private static func reflected(_ subject: Any, key: String) -> Any? {
        let backing = "_" + key
        var found: Any?
        var mirror: Mirror? = Mirror(reflecting: subject)
        while let level = mirror {
            for child in level.children {
                if child.label == key { return child.value }
                if child.label == backing, found == nil { found = unwrapped(child.value) }
            }
            mirror = level.superclassMirror
        }
        return found
    }

    /// The storage of a property wrapper or an observed property is named after the property, with an underscore in
    /// front.
    private static func unwrapped(_ storage: Any) -> Any {
        Mirror(reflecting: storage).children.first { $0.label == "wrappedValue" }?.value ?? storage
    }
}
