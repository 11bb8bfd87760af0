import Foundation

/// Foundation's own `init(coder:)`, which is never called for what another process has sent.
///
/// Foundation's classes read archives by methods of `NSCoder` that are internal to Foundation and end the process in
/// every coder but `NSKeyedUnarchiver`, and many of them unwrap or cast what they read without looking. Objects of these
/// classes cross as values of their own, such as strings and arrays, or not at all.
enum FoundationCoding {
    private static let modules: Set<Substring> = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
    ]

    /// Whether a class, or one that it derives from, conforms to `NSCoding` in Foundation. A subclass counts too, since
    /// its `init(coder:)` has to call that of its superclass.
    static func isUsed(by type: AnyClass) -> Bool {
        var next: AnyClass? = type
        while let current = next {
            if current is any NSCoding.Type, modules.contains(String(reflecting: current).prefix { $0 != "." }) {
                return true
            }
            next = _getSuperclass(current)
        }
        return false
    }
}
