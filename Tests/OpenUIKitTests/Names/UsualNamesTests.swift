import Foundation
import OpenFoundation
import OpenViewTree
import Testing

@testable import OpenUIKit

/// Names that sources for Apple's systems use.
@MainActor @Suite struct UsualNamesTests {
    @Test func `corners are rounded unless the mask is empty`() throws {
        let view = UIView()
        view.layer.cornerRadius = 8
        view.layer.cornerCurve = .continuous
        let screen = try Screen(view)
        #expect(screen[view]?.number(.cornerRadius) == 8)
        view.layer.maskedCorners = []
        try screen.turn()
        #expect(screen[view]?.number(.cornerRadius) == nil)
        view.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
        view.layer.borderColor = UIColor.red.cgColor
        view.layer.borderWidth = 2
        try screen.turn()
        #expect(screen[view]?.number(.cornerRadius) == 8 && screen[view]?.number(.borderWidth) == 2)
    }

    @Test func `a layer has the opacity, the visibility and the frame of its view`() {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        view.layer.opacity = 0.5
        view.layer.isHidden = true
        #expect(view.alpha == 0.5 && view.isHidden && view.layer.frame == view.frame)
    }

    @Test func `rectangles are kept in values and in dictionaries`() {
        let rect = CGRect(x: 1, y: -2, width: 3.5, height: 4)
        #expect(NSValue(cgRect: rect).cgRectValue == rect && NSValue(cgPoint: rect.origin).cgPointValue == rect.origin)
        #expect(NSValue(cgSize: rect.size).cgSizeValue == rect.size)
        #expect(CGRect(dictionaryRepresentation: rect.dictionaryRepresentation) == rect)
        #expect(CGRect(dictionaryRepresentation: ["X": 1, "Y": 2, "Width": 3]) == nil)
        #expect(CGSize(dictionaryRepresentation: rect.dictionaryRepresentation) == rect.size)
    }

    @Test func `the scale of a scroll view stays within its limits`() {
        let view = UIScrollView()
        view.setZoomScale(3, animated: false)
        #expect(view.zoomScale == 1)
        view.maximumZoomScale = 2
        view.zoomScale = 3
        #expect(view.zoomScale == 2)
    }

    @Test func `a text view can be made with an area for its text`() {
        final class Own: UITextView {
            override init(frame: CGRect, textContainer: NSTextContainer?) {
                super.init(frame: frame, textContainer: textContainer)
                text = "a"
            }
            required init?(coder: NSCoder) { super.init(coder: coder) }
        }
        let container = NSTextContainer()
        #expect(Own(frame: .zero, textContainer: container).textContainer === container)
        #expect(Own().text == "a")
    }

    @Test func `a bar keeps the look that it cannot show`() {
        let bar = UINavigationBar()
        let image = UIImage()
        bar.setBackgroundImage(image, for: .default)
        bar.barStyle = .black
        #expect(bar.backgroundImage(for: .default) === image && bar.backgroundImage(for: .compact) == nil)
    }

    @Test func `the background of a configuration is shown`() throws {
        var configuration = UIButton.Configuration.plain()
        configuration.background.backgroundColor = .red
        configuration.background.cornerRadius = 5
        configuration.background.strokeColor = .blue
        configuration.background.strokeWidth = 1
        configuration.attributedTitle = AttributedString("Go")
        configuration.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        configuration.imagePlacement = .trailing
        let button = UIButton(configuration: configuration)
        let screen = try Screen(button)
        #expect(screen[button]?.text(.text) == "Go")
        #expect(screen[button]?.number(.cornerRadius) == 5 && screen[button]?.number(.borderWidth) == 1)
        #expect(screen[button]?[.backgroundColor] == .color(UIColor.red.viewColor))
        #expect(screen[button]?[.borderColor] == .color(UIColor.blue.viewColor))
    }

    @Test func `a symbol is shown in the colour of its configuration`() throws {
        let red = UIImage.SymbolConfiguration(hierarchicalColor: .red)
        let view = UIImageView(image: UIImage(systemName: "star", withConfiguration: red))
        let screen = try Screen(view)
        #expect(screen[view]?.text(.symbol) == "star")
        #expect(screen[view]?[.tintColor] == .color(UIColor.red.viewColor))
        view.image = UIImage(systemName: "star")?.withTintColor(.green, renderingMode: .alwaysOriginal)
        try screen.turn()
        #expect(screen[view]?[.tintColor] == .color(UIColor.green.viewColor))
        view.image = UIImage(systemName: "star")
        view.preferredSymbolConfiguration = red
        try screen.turn()
        #expect(screen[view]?[.tintColor] == .color(UIColor.red.viewColor))
    }

    @Test func `a style does not change the picture that it was made of`() {
        let image = UIImage(systemName: "star")
        let template = image?.withRenderingMode(.alwaysTemplate)
        #expect(image?.renderingMode == .automatic && template?.renderingMode == .alwaysTemplate)
        #expect(template?.isSymbolImage == true)
        #expect(UIImage().applyingSymbolConfiguration(.preferringMonochrome()) == nil)
    }

    @Test func `fonts grow with the text size up to a maximum`() {
        let large = UITraitCollection(ViewTraits(width: 400, height: 600, textSize: .accessibilityExtraExtraExtraLarge))
        let metrics = UIFontMetrics(forTextStyle: .title1)
        #expect(metrics.scaledValue(for: 17, compatibleWith: large) == 53)
        #expect(metrics.scaledFont(for: .systemFont(ofSize: 17), compatibleWith: large).pointSize == 53)
        let font = metrics.scaledFont(for: .systemFont(ofSize: 17), maximumPointSize: 20, compatibleWith: large)
        #expect(font.pointSize == 20)
        #expect(metrics.scaledValue(for: 17, compatibleWith: UITraitCollection()) == 17)
    }

    @Test func `a description makes a font bold and italic`() throws {
        let description = UIFont.preferredFont(forTextStyle: .body).fontDescriptor
        let bold = try #require(description.withSymbolicTraits([.traitBold, .traitItalic]))
        let font = UIFont(descriptor: bold, size: 0)
        #expect(font.isBold && font.isItalic && font.textStyle == .body)
        #expect(UIFont(descriptor: bold, size: 30).pointSize == 30)
        #expect(bold.symbolicTraits == [.traitBold, .traitItalic])
    }

    @Test func `literals make colours and pictures`() {
        let color: UIColor = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)
        #expect(color == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        let image: UIImage = #imageLiteral(resourceName: "not there")
        #expect(image.size == .zero)
    }

    @Test func `a colour has its hue and its grey`() {
        var (hue, saturation, brightness, white): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        UIColor(hue: 0.75, saturation: 0.5, brightness: 0.8, alpha: 1)
            .getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: nil)
        #expect(abs(hue - 0.75) < 0.01 && abs(saturation - 0.5) < 0.01 && abs(brightness - 0.8) < 0.01)
        let isGrey = UIColor(white: 0.5, alpha: 1).getWhite(&white, alpha: nil)
        #expect(isGrey && white == 0.5)
        #expect(!UIColor.red.getWhite(nil, alpha: nil))
    }

    @Test func `an observer of traits is called when one of its traits changes`() throws {
        let controller = UIViewController()
        let view = UILabel()
        controller.view = view
        var calls: [String] = []
        controller.registerForTraitChanges([UITraitUserInterfaceStyle.self]) {
            (controller: UIViewController, old: UITraitCollection) in
            calls.append(
                "style \(old.userInterfaceStyle.rawValue) \(controller.traitCollection.userInterfaceStyle.rawValue)")
        }
        let size = view.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
            (_: UILabel, _: UITraitCollection) in calls.append("size")
        }
        let screen = try Screen(controller)
        #expect(view.traitCollection.userInterfaceStyle == .light)
        controller.change(to: ViewTraits(width: 400, height: 600, colorScheme: .dark))
        #expect(calls == ["style 1 2"])
        controller.change(to: ViewTraits(width: 400, height: 600, colorScheme: .dark, textSize: .small))
        #expect(calls == ["style 1 2", "size"])
        view.unregisterForTraitChanges(size)
        controller.change(to: ViewTraits(width: 400, height: 600, colorScheme: .dark, textSize: .large))
        #expect(calls == ["style 1 2", "size"])
        withExtendedLifetime(screen) {}
    }

    @Test func `all objects of one pasteboard have the same items and changes`() throws {
        let name = UIPasteboard.Name(rawValue: "org.example.shared")
        #expect(UIPasteboard(name: name, create: false) == nil)
        let one = try #require(UIPasteboard(name: name, create: true))
        let other = try #require(UIPasteboard(name: name, create: false))
        one.string = "copied"
        #expect(other.string == "copied" && other.changeCount == 1)
        other.string = nil
        #expect(one.items.isEmpty && one.changeCount == 2)
        #expect(UIPasteboard(name: UIPasteboard.general.name, create: false) != nil)
    }

    @Test func `a pasteboard keeps what was copied`() {
        let board = UIPasteboard.general
        let count = board.changeCount
        board.string = "copied"
        #expect(board.string == "copied" && board.hasStrings && !board.hasImages && board.changeCount == count + 1)
        #expect(board.data(forPasteboardType: "public.utf8-plain-text") == Data("copied".utf8))
        board.url = URL(string: "https://example.com")
        #expect(board.url?.host() == "example.com" && board.string == "https://example.com")
        #expect(board.contains(pasteboardTypes: ["public.url"]) && board.numberOfItems == 1)
        board.string = nil
        #expect(board.items.isEmpty)
    }

    @Test func `an animator makes its changes when it is started`() async {
        var steps: [String] = []
        let animator = UIViewPropertyAnimator(duration: 1, curve: .easeIn) { steps.append("change") }
        #expect(steps == [])
        await withCheckedContinuation { continuation in
            animator.addCompletion { position in
                steps.append("end \(position == .end)")
                continuation.resume()
            }
            animator.startAnimation()
            animator.startAnimation()
            #expect(steps == ["change"])
        }
        #expect(steps == ["change", "end true"] && !animator.isRunning)
    }

    @Test func `a transition replaces a view`() {
        let (outer, first, second) = (UIView(), UIView(), UIView())
        outer.addSubview(first)
        UIView.transition(from: first, to: second, duration: 1)
        #expect(outer.subviews == [second])
    }

    @Test func `an action sheet has a popover and a page sheet has heights`() {
        let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        sheet.popoverPresentationController?.sourceRect = CGRect(x: 1, y: 1, width: 1, height: 1)
        #expect(sheet.popoverPresentationController?.sourceRect.minX == 1)
        let controller = UIViewController()
        #expect(controller.popoverPresentationController == nil)
        controller.sheetPresentationController?.detents = [.medium(), .large()]
        #expect(controller.sheetPresentationController?.detents.count == 2)
        controller.modalPresentationStyle = .fullScreen
        #expect(controller.sheetPresentationController == nil)
    }

    @Test func `names of older versions of Swift are those of today`() {
        let state: UIControlState = .normal
        let events: UIControlEvents = [.touchUpInside]
        let style: UIAlertActionStyle = .cancel
        let key: NSAttributedStringKey = .font
        let cell: UITableViewCellStyle = .subtitle
        #expect(state == .normal && events == .touchUpInside && style == .cancel && key == .font && cell == .subtitle)
        #expect(UIEdgeInsetsMake(1, 2, 3, 4) == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        #expect(UITableViewAutomaticDimension == UITableView.automaticDimension)
        #expect(Notification.Name.UIKeyboardWillShow == UIResponder.keyboardWillShowNotification)
    }

    @Test func `a styled placeholder is a placeholder`() throws {
        let field = UITextField()
        field.attributedPlaceholder = NSAttributedString(string: "Name", attributes: [.kern: 2])
        #expect(field.placeholder == "Name" && field.attributedPlaceholder?.string == "Name")
    }

    @Test func `a highlighted label has its other colour`() throws {
        let label = UILabel()
        label.text = "x"
        label.highlightedTextColor = .red
        let screen = try Screen(label)
        #expect(screen[label]?[.textColor] == nil)
        label.isHighlighted = true
        try screen.turn()
        #expect(screen[label]?[.textColor] == .color(UIColor.red.viewColor))
    }

    @Test func `a paragraph style is copied with its values`() {
        let style = NSMutableParagraphStyle()
        style.alignment = .center
        style.lineSpacing = 4
        let copy = style.copy() as? NSParagraphStyle
        style.lineSpacing = 5
        #expect(copy?.alignment == .center && copy?.lineSpacing == 4)
        #expect((copy?.mutableCopy() as? NSMutableParagraphStyle)?.lineSpacing == 4)
    }

    @Test func `the device is a computer with Linux`() {
        #expect(UIDevice.current.systemName == "Linux" && UIDevice.current.systemVersion.contains("."))
        UIImpactFeedbackGenerator(style: .light).impactOccurred()
        UINotificationFeedbackGenerator().notificationOccurred(.success)
    }

    @Test func `transforms are concatenated and undone`() {
        let transform = CGAffineTransform(translationX: 3, y: 4).scaledBy(x: 2, y: 2).rotated(by: .pi / 2)
        let point = CGPoint(x: 1, y: 0).applying(transform)
        #expect(abs(point.x - 3) < 1e-9 && abs(point.y - 6) < 1e-9)
        let back = point.applying(transform.inverted())
        #expect(abs(back.x - 1) < 1e-9 && abs(back.y) < 1e-9)
        #expect(CGAffineTransform(scaleX: 0, y: 0).inverted() == CGAffineTransform(scaleX: 0, y: 0))
        #expect(UIView().transform.isIdentity)
    }
}
