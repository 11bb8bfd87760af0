import DarkroomImaging
import Foundation

/// A drag or a pinch that changes a crop, with what was there when it began. Places are in fractions of the picture.
struct CropGesture {
    /// The crop when the gesture began.
    let first: FilmCrop
    private let start: CGPoint
    /// Whether the gesture moves the left or right, and the top or bottom edge; all false to move the whole crop.
    private let moves: (left: Bool, right: Bool, top: Bool, bottom: Bool)

    /// How near to an edge a gesture begins that moves the edge.
    private static let reach = 0.12

    init(_ crop: FilmCrop, from start: CGPoint) {
        first = crop
        self.start = start
        func isNear(_ place: CGFloat, _ edge: Double) -> Bool { abs(Double(place) - edge) <= Self.reach }
        let (left, right) = (isNear(start.x, crop.x), isNear(start.x, crop.x + crop.width))
        let (top, bottom) = (isNear(start.y, crop.y), isNear(start.y, crop.y + crop.height))
        // In a small crop, the nearer of two edges.
        let isLeft = left && (!right || Double(start.x) < crop.x + crop.width / 2)
        let isTop = top && (!bottom || Double(start.y) < crop.y + crop.height / 2)
        moves = (isLeft, right && !isLeft, isTop, bottom && !isTop)
    }

    /// The crop after a drag.
    func dragged(to place: CGPoint) -> FilmCrop {
        let (dx, dy) = (Double(place.x - start.x), Double(place.y - start.y))
        guard dx.isFinite, dy.isFinite else { return first }
        guard moves.left || moves.right || moves.top || moves.bottom else {
            return crop(
                x: min(max(first.x + dx, 0), 1 - first.width), y: min(max(first.y + dy, 0), 1 - first.height),
                width: first.width, height: first.height)
        }
        let least = FilmCrop.smallestSide
        var (left, right) = (first.x, first.x + first.width)
        var (top, bottom) = (first.y, first.y + first.height)
        if moves.left { left = min(max(left + dx, 0), right - least) }
        if moves.right { right = max(min(right + dx, 1), left + least) }
        if moves.top { top = min(max(top + dy, 0), bottom - least) }
        if moves.bottom { bottom = max(min(bottom + dy, 1), top + least) }
        return crop(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The crop after a pinch, which changes the size around the centre. Spreading the fingers shows less of the picture.
    func scaled(by scale: CGFloat) -> FilmCrop {
        guard scale.isFinite, scale > 0 else { return first }
        let factor = 1 / Double(scale)
        let width = min(max(first.width * factor, FilmCrop.smallestSide), 1)
        let height = min(max(first.height * factor, FilmCrop.smallestSide), 1)
        return crop(
            x: min(max(first.x + (first.width - width) / 2, 0), 1 - width),
            y: min(max(first.y + (first.height - height) / 2, 0), 1 - height), width: width, height: height)
    }

    private func crop(x: Double, y: Double, width: Double, height: Double) -> FilmCrop {
        FilmCrop(x: x, y: y, width: width, height: height) ?? first
    }
}
