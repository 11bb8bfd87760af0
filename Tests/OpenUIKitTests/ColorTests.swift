import Foundation
import OpenUIKit
import OpenViewTree
import Testing

/// Colours of the host, and fixed ones for light and dark.
@MainActor
@Suite struct ColorTests {
    private func sent(_ color: UIColor) throws -> ViewColor? {
        let view = UIView()
        view.backgroundColor = color
        return try Screen(view)[view]?.color(.backgroundColor)
    }

    @Test func `colours of the system are those of the host`() throws {
        #expect(try sent(.systemBackground) == .system(.background))
        #expect(try sent(.label) == .system(.label))
        #expect(try sent(.systemRed) == .fixed(light: 0xFF3B30FF, dark: 0xFF453AFF))
    }

    @Test func `a provider is asked for light and dark`() throws {
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
        #expect(try sent(color) == .fixed(light: 0x000000FF, dark: 0xFFFFFFFF))
        #expect(try sent(UIColor { _ in .label }) == .system(.label))
        #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)) == .white)
    }

    @Test func `semantic colours with other components are different colours, although hosts draw them alike`() throws {
        #expect(UIColor.systemBackground != .tertiarySystemBackground)
        #expect(UIColor.separator != .opaqueSeparator)
        #expect(try sent(.tertiarySystemBackground) == .system(.background))
        let color = UIColor { $0.userInterfaceStyle == .dark ? .tertiarySystemBackground : .systemBackground }
        #expect(try sent(color) == .fixed(light: 0xFFFFFFFF, dark: 0x2C2C2EFF))
    }

    @Test func `components are numbers from 0 to 1`() throws {
        #expect(
            try sent(UIColor(red: 2, green: -1, blue: .nan, alpha: 0.5)) == .fixed(light: 0xFF000080, dark: 0xFF000080))
        #expect(UIColor(hue: 1.0 / 3, saturation: 1, brightness: 1, alpha: 1) == .green)
        #expect(UIColor(white: 1, alpha: 1) == .white)
        #expect(try sent(.systemRed.withAlphaComponent(0)) == .fixed(light: 0xFF3B3000, dark: 0xFF453A00))
    }
}
