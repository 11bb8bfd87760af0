/// The number of colours of a terminal, and the escape sequences for styles in that many.
enum ColorDepth: Equatable {
    case none, sixteen, palette, full

    /// Reads the environment. `NO_COLOR` with any value disables colours (https://no-color.org).
    init(_ environment: [String: String]) {
        let terminal = environment["TERM"] ?? ""
        if environment["NO_COLOR"].map({ !$0.isEmpty }) == true || terminal.isEmpty || terminal == "dumb" {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
            self = .full
        } else if terminal.contains("256color") || terminal.contains("direct") {
            self = .palette
        } else {
            self = .sixteen
        }
    }

    /// The "Select Graphic Rendition" sequence for a style, whatever the style before.
    func sequence(for style: CellStyle) -> String {
        var codes = ["0"]
        let names: [(CellStyle.Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.strikethrough, "9"),
        ]
        for (attribute, code) in names where style.attributes.contains(attribute) { codes.append(code) }
        if let code = code(for: style.foreground, plain: 30, bright: 90, extended: 38) { codes.append(code) }
        if let code = code(for: style.background, plain: 40, bright: 100, extended: 48) { codes.append(code) }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    /// nil for the terminal's default colour.
    private func code(for color: CellColor, plain: Int, bright: Int, extended: Int) -> String? {
        switch (self, color) {
        case (.none, _), (_, .standard): nil
        case (_, .palette(let index)): index < 8 ? "\(plain + Int(index))" : "\(bright + Int(index % 8))"
        case (.full, .rgb(let red, let green, let blue)): "\(extended);2;\(red);\(green);\(blue)"
        case (.palette, .rgb(let red, let green, let blue)):
            "\(extended);5;\(Self.cube(red) * 36 + Self.cube(green) * 6 + Self.cube(blue) + 16)"
        case (.sixteen, .rgb(let red, let green, let blue)):
            "\(plain + (red > 127 ? 1 : 0) + (green > 127 ? 2 : 0) + (blue > 127 ? 4 : 0))"
        }
    }

    /// The nearest of the palette's six steps 0, 95, 135, 175, 215, 255 for a colour component.
    private static func cube(_ part: UInt8) -> Int {
        part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40
    }
}
