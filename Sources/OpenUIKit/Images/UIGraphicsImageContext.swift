public import Foundation

/// Begins drawing a picture of one pixel for a point, with transparency. It is drawn on by this thread until
/// ``UIGraphicsEndImageContext()`` is called.
///
/// Source: https://developer.apple.com/documentation/uikit/uigraphicsbeginimagecontext(_:)
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins drawing a picture. It is drawn on by this thread until ``UIGraphicsEndImageContext()`` is called.
///
/// What can be drawn is the same as with a ``UIGraphicsImageRenderer``.
///
/// - Parameters:
///   - size: the size of the picture in points.
///   - opaque: whether no pixel can be transparent. What nothing is drawn on is black then.
///   - scale: the pixels for a point; 0 for those of the screen, which is one here.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    let scale = scale > 0 && scale <= 16 ? scale : 1
    guard size.width > 0, size.height > 0,
        let bitmap = Bitmap(
            width: UIImage.pixels(size.width * scale), height: UIImage.pixels(size.height * scale), isOpaque: opaque)
    else { return DrawingContext.push(nil) }
    DrawingContext.push(DrawingContext(bitmap, origin: .zero, scale: scale, isOfFunctions: true))
}

/// The picture that is being drawn, as it is so far; `nil` outside of a drawing, or if there is no memory for it.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    DrawingContext.current.map { UIImage(.bitmap($0.bitmap), scale: $0.scale) }
}

/// Ends the drawing that ``UIGraphicsBeginImageContext(_:)`` has begun. Nothing happens within a renderer's drawing.
public func UIGraphicsEndImageContext() {
    guard DrawingContext.current?.isOfFunctions != false else { return }
    DrawingContext.pop()
}
