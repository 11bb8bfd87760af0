import Foundation

extension NSLayoutConstraint {
    /// How a visual format aligns its views, and which of their sides come first.
    public struct FormatOptions: OptionSet, Hashable, Sendable {
        /// The bits of the options.
        public let rawValue: UInt
        /// Makes options from their bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        private init(_ attribute: Attribute) { rawValue = 1 << UInt(attribute.rawValue) }

        /// The left edges are aligned.
        public static let alignAllLeft = FormatOptions(.left)
        /// The right edges are aligned.
        public static let alignAllRight = FormatOptions(.right)
        /// The upper edges are aligned.
        public static let alignAllTop = FormatOptions(.top)
        /// The lower edges are aligned.
        public static let alignAllBottom = FormatOptions(.bottom)
        /// The leading edges are aligned.
        public static let alignAllLeading = FormatOptions(.leading)
        /// The trailing edges are aligned.
        public static let alignAllTrailing = FormatOptions(.trailing)
        /// The centres are on one vertical line.
        public static let alignAllCenterX = FormatOptions(.centerX)
        /// The centres are on one horizontal line.
        public static let alignAllCenterY = FormatOptions(.centerY)
        /// The last baselines are aligned.
        public static let alignAllLastBaseline = FormatOptions(.lastBaseline)
        /// The first baselines are aligned.
        public static let alignAllFirstBaseline = FormatOptions(.firstBaseline)
        /// All options that align views.
        public static let alignmentMask = FormatOptions(rawValue: 0xFFFF)
        /// Horizontal formats begin on the leading side; the default.
        public static let directionLeadingToTrailing: FormatOptions = []
        /// Horizontal formats begin on the left.
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
        /// Horizontal formats begin on the right.
        public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
        /// All options for the direction.
        public static let directionMask = FormatOptions(rawValue: 3 << 16)

        /// The edges and centres that are aligned.
        var alignments: [Attribute] {
            (1...12).compactMap { Attribute(rawValue: $0) }.filter { contains(FormatOptions($0)) }
        }
    }

    /// Makes constraints from a picture of them, such as `"H:|-[name]-8-[value(>=40@750)]|"`.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/nslayoutconstraint/constraints(withvisualformat:options:metrics:views:)
    ///
    /// ## Difference from Apple
    /// A format that cannot be read is reported on standard error and makes no constraints; Apple raises an exception.
    ///
    /// - Parameters:
    ///   - format: the views in brackets, in one row or, after `V:`, in one column.
    ///   - opts: how the views are aligned across the row or column.
    ///   - metrics: numbers, by the names that the format has for them.
    ///   - views: views and layout guides, by the names that the format has for them.
    /// - Returns: inactive constraints.
    public class func constraints(
        withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]?,
        views: [String: Any]
    ) -> [NSLayoutConstraint] {
        do throws(VisualFormatError) {
            let parts = try VisualFormat(format)
            return try VisualFormatConstraints(parts, opts, metrics ?? [:], views).made()
        } catch {
            InterfaceStore.report("The visual format \"\(format)\" makes no constraints: \(error.reason).")
            return []
        }
    }
}
