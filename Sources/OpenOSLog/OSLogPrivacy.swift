/// Whether a value is written to the log or masked.
///
/// Source: https://developer.apple.com/documentation/os/oslogprivacy
///
/// ## Difference from Apple
/// Private values are masked in every build. A masked hash is that of the text, salted for each process.
public struct OSLogPrivacy: Sendable {
    /// What takes the place of a private value.
    public enum Mask: Sendable {
        /// A hash, so that equal values can be recognized.
        case hash
        /// Nothing.
        case none
    }

    private enum Kind {
        case `public`, `private`, automatic
    }

    private let kind: Kind
    private var mask = Mask.none

    /// A value that is written as it is.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .public) }
    /// A value that is masked.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .private) }
    /// A value that is masked, such as a password.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .private) }
    /// Public for numbers and Booleans, private for everything else.
    public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .automatic) }

    /// A private value, with a mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .private, mask: mask) }
    /// A value such as a password, with a mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .private, mask: mask) }
    /// Public for numbers and Booleans, private with a mask for everything else.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .automatic, mask: mask) }

    /// The text that is written for a value.
    ///
    /// - Parameter isScalar: whether the value is a number or a Boolean.
    func masked(_ value: String, isScalar: Bool) -> String {
        switch kind {
        case .public: return value
        case .automatic where isScalar: return value
        case .automatic, .private:
            guard mask == .hash else { return "<private>" }
            return "<mask.hash: '\(String(UInt(bitPattern: value.hashValue), radix: 16))'>"
        }
    }
}
