/// Values found by name in any Swift value, without a conformance and one key at a time: a graph of objects may have
/// cycles and is never walked.
enum StoredKeys {
    /// What `subject` has under `key`: a stored property of its class or of one above, or what it encodes for that key.
    ///
    /// - Returns: nil when it has nothing of that name.
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

    /// The storage of a property wrapper, or of an observed property, has the name of the property and an underscore.
    private static func unwrapped(_ storage: Any) -> Any {
        Mirror(reflecting: storage).children.first { $0.label == "wrappedValue" }?.value ?? storage
    }
}
