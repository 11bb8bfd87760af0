import UIKit
import MobileCoreServices

// Written when Swift was at version 4.
@objc(VintageViewController)
class VintageViewController: UIViewController {

    var urlString: String?
    let messageLabel = UILabel(frame: CGRect(x: 10, y: 10, width: 300, height: 60))

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        self.view.alpha = 0.0
        UIView.animate(withDuration: 0.25, delay: 0, options: [.curveEaseOut], animations: { () -> Void in
            self.view.alpha = 1.0
        }, completion: nil)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        self.view.backgroundColor = UIColor(red: 0.9, green: 0.9, blue: 0.95, alpha: 1.0)
        self.messageLabel.numberOfLines = 2
        self.messageLabel.lineBreakMode = .byTruncatingTail
        self.messageLabel.attributedText = NSAttributedString(string: "Old but fine", attributes: [
            NSAttributedString.Key.font: UIFont.boldSystemFont(ofSize: 16.0),
            NSAttributedString.Key.foregroundColor: UIColor.darkGray,
        ])
        self.view.addSubview(self.messageLabel)

        let button = UIButton(type: .roundedRect)
        button.frame = CGRect(x: 10, y: 80, width: 120, height: 40)
        button.setTitle("Send", for: UIControl.State.normal)
        button.setTitle("Sending", for: .disabled)
        button.setTitleColor(UIColor.white, for: [])
        button.titleEdgeInsets = UIEdgeInsetsMake(0, 4, 0, 4)
        button.layer.cornerRadius = 5.0
        button.layer.masksToBounds = true
        button.addTarget(self, action: #selector(VintageViewController.sendButtonPressed(sender:)), for: UIControl.Event.touchUpInside)
        self.view.addSubview(button)

        let inputItem = self.extensionContext!.inputItems[0] as! NSExtensionItem  // Inputs are always items.
        let itemProvider = inputItem.attachments![0]
        if itemProvider.hasItemConformingToTypeIdentifier(kUTTypeText as String) {
            itemProvider.loadItem(forTypeIdentifier: kUTTypeText as String, options: nil, completionHandler: { (item, error) -> Void in
                self.performSelector(onMainThread: #selector(self.textLoaded(_:)), with: item as? NSString, waitUntilDone: false)
            })
        }
    }

    @objc func textLoaded(_ text: NSString) {
        self.messageLabel.text = String(format: "%@ (%d)", text as String, text.length)
    }

    @objc func sendButtonPressed(sender: UIButton) {
        sender.isEnabled = false
        self.perform(#selector(VintageViewController.close), with: nil, afterDelay: 0.1)
    }

    @objc func close() {
        let item = NSExtensionItem()
        item.attributedContentText = self.messageLabel.attributedText
        self.extensionContext!.completeRequest(returningItems: [item], completionHandler: nil)
    }
}
