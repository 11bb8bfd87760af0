import AppexSystem
public import Foundation
import OpenViewTree

/// A picture. It never changes, and may be used on any thread.
///
/// A picture that was read from a file keeps the file's bytes, of which only the header has been looked at; its pixels
/// are decoded by libvips when something needs them, and never more of them at once than that needs. What the file
/// says beside the picture, such as where it was taken, is not kept.
///
/// Source: https://developer.apple.com/documentation/uikit/uiimage
///
/// ## Difference from Apple
/// There are neither `cgImage` nor `ciImage`. Whatever a picture is written as is upright. Bytes of more than 100
/// million pixels are no picture, and those that libvips does not read: JPEG, PNG, WebP, GIF, TIFF and HEIF are.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {  // no property changes after the initializer
    /// How the pixels in a file have to be turned to be upright.
    public enum Orientation: Int, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }

    enum Content: Sendable {
        case none
        case encoded(EncodedImage)
        case bitmap(Bitmap)
        case symbol(ViewSymbol)
    }

    let content: Content
    /// Pixels for a point.
    public let scale: CGFloat
    /// Set only while a picture is made.
    var style = ImageStyle()

    init(_ content: Content, scale: CGFloat) {
        self.content = content
        self.scale = scale > 0 ? scale : 1
    }

    /// A picture without size.
    public override init() {
        content = .none
        scale = 1
    }

    /// A picture out of the bytes of a file.
    ///
    /// - Parameters:
    ///   - data: the content of a file in one of the formats that are read.
    ///   - scale: how many pixels are one point; nothing positive counts as 1.
    /// - Returns: nil when they are none. Whether they are damaged further down shows when pixels are needed.
    public init?(data: Data, scale: CGFloat) {
        guard let image = EncodedImage(data) else { return nil }
        content = .encoded(image)
        self.scale = scale > 0 ? scale : 1
    }

    /// The same with one pixel for a point.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// A picture out of a file. A name that ends in `@2x` or `@3x` says how many pixels are one point.
    ///
    /// - Returns: nil when the file is none or cannot be read.
    public convenience init?(contentsOfFile path: String) {
        guard let bytes = try? FileContent.whole(at: path, limit: EncodedImage.byteLimit) else { return nil }
        // Not by `NSString`, whose path methods end the process on some paths that are not ASCII.
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        self.init(data: Data(bytes), scale: stem.hasSuffix("@3x") ? 3 : stem.hasSuffix("@2x") ? 2 : 1)
    }

    /// A symbol, which the host draws in its own way.
    ///
    /// - Parameter name: one of those that hosts know; Documentation/UIKit.md#images lists them.
    /// - Returns: nil for any other, about which a line is printed.
    public init?(systemName name: String) {
        // The filled form of a symbol, and that in a circle, are the symbol where a host has no such form.
        guard let symbol = ViewSymbol(rawValue: name) ?? ViewSymbol(rawValue: name.withoutSymbolVariants) else {
            UnknownSymbol.report(name)
            return nil
        }
        content = .symbol(symbol)
        scale = 1
    }

    /// Makes the picture of a literal `#imageLiteral(resourceName:)`.
    ///
    /// ## Difference from Apple
    /// A picture that is not in the bundle is one without size; Apple's ends the process.
    public required convenience init(imageLiteralResourceName name: String) {
        self.init(copying: UIImage(named: name))
    }

    /// Upright, in points.
    public var size: CGSize {
        switch content {
        case .none: .zero
        case .encoded(let image): CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
        case .bitmap(let bitmap): CGSize(width: CGFloat(bitmap.width) / scale, height: CGFloat(bitmap.height) / scale)
        case .symbol: CGSize(width: Self.symbolSize, height: Self.symbolSize)
        }
    }

    /// In points: as large as a line of text, which hosts give it in truth.
    private static let symbolSize: CGFloat = 20

    /// How the pixels lie in the file; ``size`` and everything that is drawn or written is upright.
    public var imageOrientation: Orientation {
        if case .encoded(let image) = content { image.orientation } else { .up }
    }

    /// Whether it is a symbol that the host draws.
    public var isSymbolImage: Bool { symbol != nil }

    /// nil for a picture of its own.
    var symbol: ViewSymbol? {
        if case .symbol(let symbol) = content { symbol } else { nil }
    }

    // MARK: NSSecureCoding

    public static var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        let scale = coder.decodeDouble(forKey: Key.scale)
        // A smaller one makes sizes that are infinite or do not fit into a whole number.
        self.scale = (0.01...100).contains(scale) ? scale : 1
        // A keyed archive takes it for an error to be asked for what is not in it.
        if coder.containsValue(forKey: Key.data) {
            let data = coder.decodeObject(of: NSData.self, forKey: Key.data)
            guard let data, let image = EncodedImage(Data(referencing: data)) else { return nil }
            content = .encoded(image)
        } else {
            let name = coder.decodeObject(of: NSString.self, forKey: Key.symbol)
            guard let name, let symbol = ViewSymbol(rawValue: name as String) else { return nil }
            content = .symbol(symbol)
        }
    }

    open func encode(with coder: NSCoder) {
        coder.encode(Double(scale), forKey: Key.scale)
        if let symbol { return coder.encode(NSString(string: symbol.rawValue), forKey: Key.symbol) }
        coder.encode(encoded.map { NSData(data: $0) }, forKey: Key.data)
    }

    private enum Key {
        static let scale = "scale"
        static let data = "data"
        static let symbol = "symbol"
    }
}

extension UIImage.Orientation {
    /// - Parameter exif: 1 to 8; anything else counts as upright.
    init(exif: Int) {
        self =
            switch exif {
            case 2: .upMirrored
            case 3: .down
            case 4: .downMirrored
            case 5: .leftMirrored
            case 6: .right
            case 7: .rightMirrored
            case 8: .left
            default: .up
            }
    }

    /// Whether width and height change places.
    var isSideways: Bool {
        switch self {
        case .left, .right, .leftMirrored, .rightMirrored: true
        case .up, .down, .upMirrored, .downMirrored: false
        }
    }
}

extension String {
    /// `heart.circle.fill` is a `heart`.
    fileprivate var withoutSymbolVariants: String {
        var name = self[...]
        for variant in [".fill", ".circle", ".square"] where name.hasSuffix(variant) {
            name = name.dropLast(variant.count)
        }
        return String(name)
    }
}
