public import Foundation
import OpenViewTree

/// A colour; it may have two tones, for light and dark.
///
/// Source: https://developer.apple.com/documentation/uikit/uicolor
///
/// ## Difference from Apple
/// Colours of the system, such as ``label``, are those of the host. There are neither `CGColor` nor `CIColor`.
public final class UIColor: NSObject, Sendable {
    /// What the host is told.
    let viewColor: ViewColor
    /// Tones for light and dark: what the host's colour is reckoned as, where code asks.
    private let light: RGBA
    private let dark: RGBA

    init(_ viewColor: ViewColor, light: RGBA, dark: RGBA) {
        self.viewColor = viewColor
        self.light = light
        self.dark = dark
    }

    /// A colour without a name, of one or two tones.
    convenience init(light: RGBA, dark: RGBA) {
        self.init(.fixed(light: light.packed, dark: dark.packed), light: light, dark: dark)
    }

    /// The colour that a host was told.
    convenience init(_ color: ViewColor) {
        switch color {
        case .fixed(let light, let dark): self.init(color, light: RGBA(packed: light), dark: RGBA(packed: dark))
        case .system: self.init(color, light: RGBA(hex: 0), dark: RGBA(hex: 0xFFFFFF))
        }
    }

    /// Components from 0 to 1; what is beyond counts as the nearest.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let color = RGBA(red, green, blue, alpha)
        self.init(light: color, dark: color)
    }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let color = RGBA(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha)
        self.init(light: color, dark: color)
    }

    /// A colour that depends on how the host looks.
    ///
    /// ## Difference from Apple
    /// The provider is asked at once, for light and for dark, and never again.
    public convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
        let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light))
        let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark))
        if light.isEqual(dark) {
            self.init(light.viewColor, light: light.light, dark: light.dark)
        } else {
            self.init(light: light.light, dark: dark.dark)
        }
    }

    /// The same colour, more or less transparent.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(light: light.with(alpha: alpha), dark: dark.with(alpha: alpha))
    }

    /// The tone for one way of looking.
    public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        let color = traitCollection.userInterfaceStyle == .dark ? dark : light
        return UIColor(light: color, dark: color)
    }

    /// The components of the tone for light.
    ///
    /// - Returns: true.
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

    /// The same colour, for a layer.
    public var cgColor: UIColor { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return viewColor == other.viewColor
    }

    public override var hash: Int {
        switch viewColor {
        case .system(let color): Int(color.rawValue)
        case .fixed(let light, let dark): Int(light) ^ Int(dark) << 8
        }
    }

    public override var description: String { "UIColor(\(viewColor))" }
}

/// Components from 0 to 1.
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

    /// - Parameter hex: red, green and blue, one byte each.
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

    /// One byte each, red the highest.
    var packed: UInt32 {
        [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32(($1 * 255).rounded()) }
    }
}
