public import Foundation

extension UIColor: _ExpressibleByColorLiteral {
    /// Makes the colour of a literal `#colorLiteral(red:green:blue:alpha:)`.
    public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }

    /// Makes a colour from the colour of a layer.
    public convenience init(cgColor: CGColor) { self.init(copying: cgColor) }

    /// Gets the grey and opacity of the value for the light appearance.
    ///
    /// - Returns: whether the colour is a grey.
    @discardableResult
    public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        let color = rgba
        guard color.red == color.green, color.green == color.blue else { return false }
        white?.pointee = color.red
        alpha?.pointee = color.alpha
        return true
    }

    /// Gets the hue, saturation, brightness and opacity, from 0 to 1, of the value for the light appearance.
    ///
    /// - Returns: always `true`.
    @discardableResult
    public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let color = rgba
        let largest = max(color.red, color.green, color.blue)
        let range = largest - min(color.red, color.green, color.blue)
        var angle: CGFloat = 0
        if range > 0 {
            switch largest {
            case color.red: angle = (color.green - color.blue) / range
            case color.green: angle = (color.blue - color.red) / range + 2
            default: angle = (color.red - color.green) / range + 4
            }
        }
        hue?.pointee = (angle < 0 ? angle + 6 : angle) / 6
        saturation?.pointee = largest > 0 ? range / largest : 0
        brightness?.pointee = largest
        alpha?.pointee = color.alpha
        return true
    }

    private var rgba: RGBA {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return RGBA(red, green, blue, alpha)
    }
}

/// The type of literals `#colorLiteral(red:green:blue:alpha:)`.
public typealias _ColorLiteralType = UIColor

extension UIImage: _ExpressibleByImageLiteral {}

/// The type of literals `#imageLiteral(resourceName:)`.
public typealias _ImageLiteralType = UIImage
