public import Foundation
import OpenViewTree

/// A colour, which may have different values for the light and dark appearance.
///
/// Source: https://developer.apple.com/documentation/uikit/uicolor
///
/// ## Difference from Apple
/// Semantic colours, such as ``label``, are drawn in the host's own tones.
/// `CGColor` is another name of this class, and `CIColor` does not exist.
public final class UIColor: NSObject, Sendable {
    /// The colour as it is sent to the host.
    let viewColor: ViewColor
    /// The values for the light and dark appearance; for a semantic colour, an approximation of the host's.
    private let light: RGBA
    private let dark: RGBA

    init(_ viewColor: ViewColor, light: RGBA, dark: RGBA) {
        self.viewColor = viewColor
        self.light = light
        self.dark = dark
    }

    /// Makes a colour that is not semantic, with values for the light and dark appearance.
    convenience init(light: RGBA, dark: RGBA) {
        self.init(.fixed(light: light.packed, dark: dark.packed), light: light, dark: dark)
    }

    /// Makes the colour that was sent to a host. The values of a semantic colour are approximated by black and white.
    convenience init(_ color: ViewColor) {
        switch color {
        case .fixed(let light, let dark): self.init(color, light: RGBA(packed: light), dark: RGBA(packed: dark))
        case .system: self.init(color, light: RGBA(hex: 0), dark: RGBA(hex: 0xFFFFFF))
        }
    }

    /// Makes a colour that equals another one.
    convenience init(copying color: UIColor) { self.init(color.viewColor, light: color.light, dark: color.dark) }

    /// Makes a colour from components between 0 and 1. Values out of range count as the nearest, NaN as 0.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let color = RGBA(red, green, blue, alpha)
        self.init(light: color, dark: color)
    }

    /// Makes a grey from components between 0 and 1. Values out of range count as the nearest, NaN as 0.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Makes a colour from components between 0 and 1. A hue out of range wraps around; other values count as the
    /// nearest.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let color = RGBA(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha)
        self.init(light: color, dark: color)
    }

    /// Makes a colour that depends on the appearance.
    ///
    /// ## Difference from Apple
    /// The provider is called at once, for the light and the dark appearance, and not again. Other traits are
    /// unspecified. A semantic colour that it returns for one appearance becomes a fixed colour.
    public convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
        let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light))
        let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark))
        if light.isEqual(dark) {
            self.init(light.viewColor, light: light.light, dark: light.dark)
        } else {
            self.init(light: light.light, dark: dark.dark)
        }
    }

    /// Returns the colour with another opacity, from 0 to 1.
    ///
    /// ## Difference from Apple
    /// A semantic colour becomes a fixed one, which does not follow the host's own tones.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(light: light.with(alpha: alpha), dark: dark.with(alpha: alpha))
    }

    /// Returns the value for an appearance as a fixed colour: the dark one for dark traits, otherwise the light one.
    public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        let color = traitCollection.userInterfaceStyle == .dark ? dark : light
        return UIColor(light: color, dark: color)
    }

    /// Gets the components of the value for the light appearance.
    ///
    /// - Returns: always `true`.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = light.red
        green?.pointee = light.green
        blue?.pointee = light.blue
        alpha?.pointee = light.alpha
        return true
    }

    /// The colour itself, so that code for layers compiles.
    public var cgColor: UIColor { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        // Hosts draw some semantic colours alike whose components differ.
        return viewColor == other.viewColor && light.packed == other.light.packed && dark.packed == other.dark.packed
    }

    public override var hash: Int {
        switch viewColor {
        case .system(let color): Int(color.rawValue)
        case .fixed(let light, let dark): Int(light) ^ Int(dark) << 8
        }
    }

    public override var description: String { "UIColor(\(viewColor))" }
}

/// Colour components from 0 to 1.
struct RGBA: Sendable, Equatable {
    let red: CGFloat
    let green: CGFloat
    let blue: CGFloat
    let alpha: CGFloat

    init(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) {
        func bounded(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, 0), 1) }
        self.red = bounded(red)
        self.green = bounded(green)
        self.blue = bounded(blue)
        self.alpha = bounded(alpha)
    }

    /// - Parameter hex: red, green and blue as `0xRRGGBB`.
    init(hex: UInt32, alpha: CGFloat = 1) {
        func part(_ shift: UInt32) -> CGFloat { CGFloat((hex >> shift) & 255) / 255 }
        self.init(part(16), part(8), part(0), alpha)
    }

    init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let hue = hue.isFinite ? (hue - hue.rounded(.down)) * 6 : 0
        func component(_ offset: CGFloat) -> CGFloat {
            let k = (offset + hue).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(k, 4 - k, 1)))
        }
        self.init(component(5), component(3), component(1), alpha)
    }

    init(packed: UInt32) { self.init(hex: packed >> 8, alpha: CGFloat(packed & 255) / 255) }

    func with(alpha: CGFloat) -> RGBA { RGBA(red, green, blue, alpha) }

    /// The components as `0xRRGGBBAA`.
    var packed: UInt32 {
        [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32(($1 * 255).rounded()) }
    }
}
