public import Foundation

/// Draws into a new picture: how one is made smaller, cut, or laid over another.
///
/// ```swift
/// let small = UIGraphicsImageRenderer(size: size).image { _ in photo.draw(in: CGRect(origin: .zero, size: size)) }
/// ```
///
/// Source: https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer
///
/// ## Difference from Apple
/// What can be drawn are pictures and rectangles; there is no Core Graphics. Where there is no memory for the picture
/// it has no size, and its data are empty.
public final class UIGraphicsImageRenderer {
    /// A closure that draws a picture into the context that it is given.
    public typealias DrawingActions = (UIGraphicsImageRendererContext) -> Void

    /// The scale and the opacity of the pictures.
    public let format: UIGraphicsImageRendererFormat
    private let bounds: CGRect

    /// Makes a renderer of pictures with the default format.
    ///
    /// - Parameter size: the size of the pictures in points.
    public convenience init(size: CGSize) {
        self.init(size: size, format: UIGraphicsImageRendererFormat())
    }

    /// Makes a renderer of pictures.
    ///
    /// - Parameters:
    ///   - size: the size of the pictures in points.
    ///   - format: the scale and the opacity of the pictures.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// Makes a renderer of pictures with the default format.
    ///
    /// - Parameter bounds: the part of the plane that the pictures show, in points.
    public convenience init(bounds: CGRect) {
        self.init(bounds: bounds, format: UIGraphicsImageRendererFormat())
    }

    /// - Parameters:
    ///   - bounds: what of the plane that is drawn on the picture shows, in points.
    ///   - format: the scale and the opacity of the pictures.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.bounds = bounds
        self.format = format
    }

    /// Draws a picture.
    public func image(actions: DrawingActions) -> UIImage {
        guard let bitmap = draw(actions) else { return UIImage() }
        return UIImage(.bitmap(bitmap), scale: format.scale)
    }

    /// Draws a picture, as PNG.
    public func pngData(actions: DrawingActions) -> Data {
        image(actions: actions).pngData() ?? Data()
    }

    /// Draws a picture, as JPEG.
    ///
    /// - Parameters:
    ///   - compressionQuality: from 0, the smallest file, to 1, the best picture.
    ///   - actions: draws into the context that it is given; called once, before this method returns.
    public func jpegData(withCompressionQuality compressionQuality: CGFloat, actions: DrawingActions) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }

    private func draw(_ actions: DrawingActions) -> Bitmap? {
        guard bounds.size.width > 0, bounds.size.height > 0 else { return nil }
        let bitmap = Bitmap(
            width: UIImage.pixels(bounds.width * format.scale),
            height: UIImage.pixels(bounds.height * format.scale),
            isOpaque: format.opaque)
        guard let bitmap else { return nil }
        let context = UIGraphicsImageRendererContext(bitmap, bounds, format)
        DrawingContext.push(context.drawing)
        defer { DrawingContext.pop() }
        actions(context)
        return context.drawing.bitmap
    }
}

/// How a renderer's pictures are.
///
/// Source: https://developer.apple.com/documentation/uikit/uigraphicsimagerendererformat
///
/// ## Difference from Apple
/// One pixel is one point unless something else is said: an extension has no screen.
public final class UIGraphicsImageRendererFormat {
    /// Pixels for a point.
    public var scale: CGFloat = 1 {
        didSet { if !(scale > 0 && scale <= 16) { scale = 1 } }
    }
    /// Whether no pixel can be transparent. What nothing is drawn on is black then.
    public var opaque = false

    /// Makes a format of one pixel for a point, with transparency.
    public init() {}

    /// A format of one pixel for a point, with transparency.
    public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
    /// The format that suits the screen: without one, the same as ``default()``.
    public static func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// What a renderer is drawing on.
///
/// Source: https://developer.apple.com/documentation/uikit/uigraphicsimagerenderercontext
public final class UIGraphicsImageRendererContext {
    /// The format of the renderer.
    public let format: UIGraphicsImageRendererFormat
    let drawing: DrawingContext

    init(_ bitmap: Bitmap, _ bounds: CGRect, _ format: UIGraphicsImageRendererFormat) {
        self.format = format
        drawing = DrawingContext(bitmap, origin: bounds.origin, scale: format.scale)
    }

    /// Fills a rectangle with the colour that was set last; black at first.
    public func fill(_ rect: CGRect) { drawing.fill(rect) }

    /// The picture as it is so far.
    public var currentImage: UIImage { UIImage(.bitmap(drawing.bitmap), scale: format.scale) }
}

/// Pixels that are being drawn on, in points of their own.
final class DrawingContext: @unchecked Sendable {  // used by one renderer, on its thread
    /// What pictures draw themselves on: what was begun last on this thread.
    static var current: DrawingContext? { stack.last.flatMap { $0 } }

    /// Begins drawing on this thread.
    ///
    /// - Parameter context: `nil` where there was no memory for it.
    static func push(_ context: DrawingContext?) { stack.append(context) }

    /// Ends the drawing that was begun last on this thread.
    static func pop() { _ = stack.popLast() }

    private static let key = "OpenUIKit.DrawingContext"
    private static var stack: [DrawingContext?] {
        get { (Thread.current.threadDictionary[key] as? DrawingStack)?.contexts ?? [] }
        set {
            // An array would be stored as an NSArray, which has no place for a missing context.
            let stack = Thread.current.threadDictionary[key] as? DrawingStack ?? DrawingStack()
            stack.contexts = newValue
            Thread.current.threadDictionary[key] = stack
        }
    }

    private(set) var bitmap: Bitmap
    private let origin: CGPoint
    let scale: CGFloat
    /// Whether a function has begun the drawing, and not a renderer.
    let isOfFunctions: Bool
    /// What rectangles are filled with.
    var fillColor: Bitmap.Pixel = (0, 0, 0, 255)

    init(_ bitmap: Bitmap, origin: CGPoint, scale: CGFloat, isOfFunctions: Bool = false) {
        self.isOfFunctions = isOfFunctions
        self.bitmap = bitmap
        self.origin = origin
        self.scale = scale
    }

    func draw(_ image: UIImage, in rect: CGRect) {
        guard let place = pixels(rect), let pixels = image.bitmap(width: place.x.count, height: place.y.count) else {
            return
        }
        bitmap.draw(pixels, x: place.x.lowerBound, y: place.y.lowerBound)
    }

    func fill(_ rect: CGRect) {
        guard let place = pixels(rect) else { return }
        bitmap.fill(fillColor, x: place.x, y: place.y)
    }

    /// - Returns: nil for a rectangle without any pixel, or one so far away that no number says where.
    private func pixels(_ rect: CGRect) -> (x: Range<Int>, y: Range<Int>)? {
        func edge(_ place: CGFloat, _ start: CGFloat) -> Int? {
            let edge = ((place - start) * scale).rounded()
            return edge.isFinite && abs(edge) <= 1e6 ? Int(edge) : nil
        }
        guard let left = edge(rect.minX, origin.x), let right = edge(rect.maxX, origin.x), left < right,
            let top = edge(rect.minY, origin.y), let bottom = edge(rect.maxY, origin.y), top < bottom
        else { return nil }
        return (left..<right, top..<bottom)
    }
}

extension UIImage {
    /// Draws the picture into a rectangle of what is being drawn, in its size. Nothing happens outside of a renderer.
    public func draw(in rect: CGRect) {
        DrawingContext.current?.draw(self, in: rect)
    }

    /// Draws the picture in its own size.
    ///
    /// - Parameter point: its upper left corner.
    public func draw(at point: CGPoint) {
        draw(in: CGRect(origin: point, size: size))
    }
}

extension UIColor {
    /// Rectangles are filled with this colour from now on; one that depends on how a host looks, with its light tone.
    /// Nothing happens outside of a renderer.
    public func setFill() { DrawingContext.current?.fillColor = pixel }

    /// The same: nothing else is drawn in a colour.
    public func set() { setFill() }

    private var pixel: Bitmap.Pixel {
        var parts: (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        getRed(&parts.0, green: &parts.1, blue: &parts.2, alpha: &parts.3)
        func byte(_ part: CGFloat) -> UInt8 { UInt8((part * 255).rounded()) }
        return (byte(parts.0), byte(parts.1), byte(parts.2), byte(parts.3))
    }
}

/// Fills a rectangle of what is being drawn with the colour that was set last. Nothing happens outside of a renderer.
public func UIRectFill(_ rect: CGRect) {
    DrawingContext.current?.fill(rect)
}

/// What is being drawn on in one thread, the innermost last.
private final class DrawingStack {
    /// `nil` where there was no memory.
    var contexts: [DrawingContext?] = []
}
