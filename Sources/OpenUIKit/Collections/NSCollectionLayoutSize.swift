public import Foundation

/// A width or height in a compositional layout.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutdimension
@preconcurrency @MainActor
public final class NSCollectionLayoutDimension: NSObject {
    enum Kind {
        case width(CGFloat), height(CGFloat), points(CGFloat), estimate(CGFloat)
    }

    let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Makes a fraction of the width of the container.
    public static func fractionalWidth(_ fractionalWidth: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.width(fractionalWidth))
    }

    /// Makes a fraction of the height of the container.
    public static func fractionalHeight(_ fractionalHeight: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.height(fractionalHeight))
    }

    /// Makes a length in points.
    public static func absolute(_ absoluteDimension: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.points(absoluteDimension))
    }

    /// Makes an approximate length in points, in place of which the length of the content is used.
    public static func estimated(_ estimatedDimension: CGFloat) -> NSCollectionLayoutDimension {
        NSCollectionLayoutDimension(.estimate(estimatedDimension))
    }

    /// The number of the dimension: a fraction or points.
    public var dimension: CGFloat {
        switch kind {
        case .width(let number), .height(let number), .points(let number), .estimate(let number): number
        }
    }
    /// Whether the dimension is a fraction of the container's width.
    public var isFractionalWidth: Bool { if case .width = kind { true } else { false } }
    /// Whether the dimension is a fraction of the container's height.
    public var isFractionalHeight: Bool { if case .height = kind { true } else { false } }
    /// Whether the dimension is a length in points.
    public var isAbsolute: Bool { if case .points = kind { true } else { false } }
    /// Whether the dimension is that of the content.
    public var isEstimated: Bool { if case .estimate = kind { true } else { false } }

    /// The points of the dimension in a container; `nil` when the content or an unknown length determines them.
    func points(in container: (width: CGFloat?, height: CGFloat?)) -> CGFloat? {
        switch kind {
        case .width(let fraction): container.width.map { $0 * fraction }
        case .height(let fraction): container.height.map { $0 * fraction }
        case .points(let length): length
        case .estimate: nil
        }
    }
}

/// The size of an item or group in a compositional layout.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutsize
@preconcurrency @MainActor
public final class NSCollectionLayoutSize: NSObject {
    /// The width.
    public let widthDimension: NSCollectionLayoutDimension
    /// The height.
    public let heightDimension: NSCollectionLayoutDimension

    /// Makes a size.
    public init(widthDimension: NSCollectionLayoutDimension, heightDimension: NSCollectionLayoutDimension) {
        self.widthDimension = widthDimension
        self.heightDimension = heightDimension
    }
}

/// The space between the items of a group.
///
/// Source: https://developer.apple.com/documentation/uikit/nscollectionlayoutspacing
@preconcurrency @MainActor
public final class NSCollectionLayoutSpacing: NSObject {
    /// The space in points.
    public let spacing: CGFloat
    /// Whether the space is exactly ``spacing``, and not at least that.
    public let isFixedSpacing: Bool
    /// Whether the space is at least ``spacing``. It is shown as if it were exact.
    public var isFlexibleSpacing: Bool { !isFixedSpacing }

    private init(_ spacing: CGFloat, isFixed: Bool) {
        self.spacing = spacing
        isFixedSpacing = isFixed
    }

    /// Makes an exact space in points.
    public static func fixed(_ fixedSpacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(fixedSpacing, isFixed: true)
    }

    /// Makes a least space in points.
    public static func flexible(_ flexibleSpacing: CGFloat) -> NSCollectionLayoutSpacing {
        NSCollectionLayoutSpacing(flexibleSpacing, isFixed: false)
    }
}
