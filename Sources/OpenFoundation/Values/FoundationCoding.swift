import Foundation

/// Recognizes classes whose `init(coder:)` is Foundation's, which is never called for data from another process.
///
/// Foundation's classes decode archives by internal methods of `NSCoder`, which end the process in every coder except
/// `NSKeyedUnarchiver`, and many of them force-unwrap or force-cast what they decode. Objects of these classes are sent as
/// item values, such as strings and arrays, or not at all.
enum FoundationCoding {
    private static let modules: Set<Substring> = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
    ]

    /// Whether a class or one of its superclasses is a class of Foundation that conforms to `NSCoding`. Subclasses are
    /// included, because their `init(coder:)` has to call that of the superclass.
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
