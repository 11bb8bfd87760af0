import AppexInterfaces
import Foundation

extension InterfaceLoader {
    /// A text in the user's language.
    ///
    /// - Parameter key: the name of the property, which is part of the key in tables of texts.
    func text(_ value: InterfaceValue?, _ key: String, of object: InterfaceObject) -> String? {
        texts.isEmpty ? value?.string : texts["\(object.id).\(key)"] ?? value?.string
    }

    /// A colour: the name of a system colour, or the components for the light and dark appearance.
    func color(_ value: InterfaceValue?) -> UIColor? {
        guard let value else { return nil }
        if let name = value["system"]?.string, let color = Self.systemColors[name] { return color }
        guard let rgba = value["rgba"]?.numbers(4) else { return nil }
        return UIColor(red: rgba[0], green: rgba[1], blue: rgba[2], alpha: rgba[3])
    }

    /// A font: the name of a text style, or a size with a weight.
    func font(_ value: InterfaceValue?) -> UIFont? {
        guard let value else { return nil }
        if let style = value["style"]?.string {
            return .preferredFont(forTextStyle: UIFont.TextStyle(rawValue: style))
        }
        let size = CGFloat(value["size"]?.number ?? 0)
        if let name = value["name"]?.string { return UIFont(name: name, size: size) }
        if value["italic"]?.bool == true { return .italicSystemFont(ofSize: size) }
        guard let name = value["weight"]?.string else { return .systemFont(ofSize: size) }
        return .systemFont(ofSize: size, weight: Self.weights[name] ?? .regular)
    }

    private static let weights: [String: UIFont.Weight] = [
        "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "medium": .medium,
        "semibold": .semibold, "bold": .bold, "heavy": .heavy, "black": .black,
    ]

    /// A picture of the bundle, or a symbol.
    func image(_ value: InterfaceValue?, of object: InterfaceObject) -> UIImage? {
        guard let value, let name = value["name"]?.string else { return nil }
        if value["system"]?.bool == true { return UIImage(systemName: name) }
        if let image = UIImage(named: name, in: bundle) { return image }
        report("has the image \"\(name)\", which is not in the bundle", object)
        return nil
    }

    func insets(_ value: InterfaceValue?) -> UIEdgeInsets? {
        value?.numbers(4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
    }

    func rect(_ value: InterfaceValue?) -> CGRect? {
        value?.numbers(4).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }

    func size(_ value: InterfaceValue?) -> CGSize? {
        value?.numbers(2).map { CGSize(width: $0[0], height: $0[1]) }
    }

    /// A styled text: fragments with a text, and perhaps a font and colour.
    func attributedText(_ value: InterfaceValue?) -> NSAttributedString? {
        guard let fragments = value?.list else { return nil }
        let result = NSMutableAttributedString(string: "")
        for fragment in fragments {
            var attributes: [NSAttributedString.Key: Any] = [:]
            attributes[.font] = font(fragment["font"])
            attributes[.foregroundColor] = color(fragment["color"])
            result.append(NSAttributedString(string: fragment["text"]?.string ?? "", attributes: attributes))
        }
        return result
    }

    /// The colours by the names that storyboards use.
    private static let systemColors: [String: UIColor] = [
        "labelColor": .label, "secondaryLabelColor": .secondaryLabel, "tertiaryLabelColor": .tertiaryLabel,
        "quaternaryLabelColor": .quaternaryLabel, "placeholderTextColor": .placeholderText, "linkColor": .link,
        "separatorColor": .separator, "opaqueSeparatorColor": .opaqueSeparator, "tintColor": .tintColor,
        "systemBackgroundColor": .systemBackground, "secondarySystemBackgroundColor": .secondarySystemBackground,
        "tertiarySystemBackgroundColor": .tertiarySystemBackground,
        "systemGroupedBackgroundColor": .systemGroupedBackground,
        "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
        "tertiarySystemGroupedBackgroundColor": .tertiarySystemGroupedBackground,
        "systemFillColor": .systemFill, "secondarySystemFillColor": .secondarySystemFill,
        "tertiarySystemFillColor": .tertiarySystemFill, "quaternarySystemFillColor": .quaternarySystemFill,
        "systemRedColor": .systemRed, "systemOrangeColor": .systemOrange, "systemYellowColor": .systemYellow,
        "systemGreenColor": .systemGreen, "systemMintColor": .systemMint, "systemTealColor": .systemTeal,
        "systemCyanColor": .systemCyan, "systemBlueColor": .systemBlue, "systemIndigoColor": .systemIndigo,
        "systemPurpleColor": .systemPurple, "systemPinkColor": .systemPink, "systemBrownColor": .systemBrown,
        "systemGrayColor": .systemGray, "systemGray2Color": .systemGray2, "systemGray3Color": .systemGray3,
        "systemGray4Color": .systemGray4, "systemGray5Color": .systemGray5, "systemGray6Color": .systemGray6,
        "darkTextColor": .black, "lightTextColor": UIColor(white: 1, alpha: 0.6),
        "groupTableViewBackgroundColor": .systemGroupedBackground,
        "viewFlipsideBackgroundColor": .systemBackground, "scrollViewTexturedBackgroundColor": .systemGray,
    ]
}

extension InterfaceValue {
    /// The case of an enumeration whose names are given in the order of its raw values.
    func choice<Choice: RawRepresentable>(_ names: [String], as type: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == Int {
        string.flatMap { names.firstIndex(of: $0) }.flatMap(Choice.init)
    }
}
