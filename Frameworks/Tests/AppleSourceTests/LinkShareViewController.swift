// Sources of that kind have force unwraps, too.
// swift-format-ignore-file: NeverForceUnwrap
import MobileCoreServices
import OpenOSLog
import Social
import UIKit

private let logger = Logger(subsystem: "com.example.share", category: "share")

/// A controller with the names that extensions of several years have: layers, symbols, type constants, detectors, logs.
class LinkShareViewController: UIViewController, UITextViewDelegate {
    let textView = UITextView()
    private let card = UIView()
    private let button = UIButton(type: .system)
    private(set) var links: [URL] = []

    override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = UIColor(white: 0, alpha: 0.4)
        card.layer.cornerRadius = 12
        card.layer.cornerCurve = .continuous
        card.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
        card.layer.masksToBounds = true
        card.layer.shadowColor = UIColor.black.cgColor
        card.layer.borderColor = UIColor.separator.cgColor
        card.layer.isOpaque = false
        textView.font = UIFontMetrics(forTextStyle: .body).scaledFont(for: UIFont.systemFont(ofSize: 16))
        textView.dataDetectorTypes = [.link, .phoneNumber]
        textView.textContainer.lineFragmentPadding = 0
        textView.delegate = self
        button.contentEdgeInsets = UIEdgeInsetsMake(8, 12, 8, 12)
        button.setTitle(NSLocalizedString("Save", comment: "The title of the button"), for: UIControlState.normal)
        let symbol = UIImage.SymbolConfiguration(pointSize: 17, weight: .semibold, scale: .large)
        button.setImage(
            UIImage(systemName: "plus", withConfiguration: symbol)?.withRenderingMode(.alwaysTemplate), for: .normal)
        if #available(iOS 15.0, *) {
            var configuration = UIButton.Configuration.filled()
            configuration.contentInsets = NSDirectionalEdgeInsets(top: 4, leading: 8, bottom: 4, trailing: 8)
            configuration.background.cornerRadius = 8
            configuration.imagePadding = 4
            button.configuration = configuration
        }
        NotificationCenter.default.addObserver(
            forName: UIResponder.keyboardWillShowNotification, object: nil, queue: .main
        ) { note in
            _ = note.userInfo?[UIResponder.keyboardFrameEndUserInfoKey]
        }
        view.addSubview(card)
        if traitCollection.userInterfaceStyle == .dark {
            card.backgroundColor = #colorLiteral(red: 0.1, green: 0.1, blue: 0.1, alpha: 1)
        }
        registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (self: Self, _: UITraitCollection) in
            self.view.setNeedsLayout()
        }
        load()
    }

    private func load() {
        for case let item as NSExtensionItem in extensionContext?.inputItems ?? [] {
            for provider in item.attachments ?? [] {
                if provider.hasItemConformingToTypeIdentifier(kUTTypeURL as String) {
                    provider.loadItem(forTypeIdentifier: kUTTypeURL as String, options: nil) { value, error in
                        guard let url = value as? URL else {
                            logger.error("no URL: \(error?.localizedDescription ?? "nothing", privacy: .public)")
                            return
                        }
                        DispatchQueue.main.async { self.links.append(url) }
                    }
                } else if provider.hasItemConformingToTypeIdentifier(String(kUTTypeText)) {
                    logger.debug("\(provider.registeredTypeIdentifiers.count) types")
                }
            }
        }
    }

    func detect(_ text: String) {
        let types: NSTextCheckingResult.CheckingType = [.link]
        guard let detector = try? NSDataDetector(types: types.rawValue) else { return }
        let range = NSRange(text.startIndex..., in: text)
        detector.enumerateMatches(in: text, options: [], range: range) { result, _, _ in
            if let url = result?.url { links.append(url) }
        }
        for match in detector.matches(in: text, options: [], range: range) where match.resultType == .link {
            os_log(
                "found %{public}@ at %d", log: .default, type: .info, match.url!.absoluteString, match.range.location)
        }
        let ext = (text as NSString).pathExtension
        if let uti = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, ext as CFString, nil)?
            .takeRetainedValue(),
            UTTypeConformsTo(uti, kUTTypeImage)
        {
            print(String(localized: "An image with \(links.count) links"))
        }
    }

    private func ask() {
        let alert = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        alert.popoverPresentationController?.sourceView = button
        alert.popoverPresentationController?.sourceRect = button.bounds
        alert.addAction(
            UIAlertAction(title: "Copy", style: .default) { _ in
                UIPasteboard.general.string = self.links.first?.absoluteString
                UINotificationFeedbackGenerator().notificationOccurred(.success)
            })
        present(alert, animated: true)
        UIView.animate(
            withDuration: 0.3, delay: 0, options: [.curveEaseInOut, .beginFromCurrentState],
            animations: {
                self.card.alpha = 1
            }, completion: nil)
        if UIDevice.current.userInterfaceIdiom == .pad { alert.modalPresentationStyle = .popover }
        let style = NSMutableParagraphStyle()
        style.alignment = .center
        textView.attributedText = NSAttributedString(string: "x", attributes: [.paragraphStyle: style, .kern: 1.0])
    }
}
