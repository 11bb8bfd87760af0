import Foundation
import OpenExtensionFoundation

/// The methods and properties of this module that programs use by their Objective-C names.
@MainActor
enum UIKitMembers {
    private static let registered: Void = {
        registerMethods()
        registerProperties()
    }()

    /// Registers the members, once.
    static func register() { _ = registered }

    private static func registerMethods() {
        ObjectiveCMembers.addMethod("becomeFirstResponder", of: UIResponder.self) { it, _ in it.becomeFirstResponder() }
        ObjectiveCMembers.addMethod("resignFirstResponder", of: UIResponder.self) { it, _ in it.resignFirstResponder() }
        // The sender of a control is an object: on Apple's systems, too, every value but nil counts as true.
        ObjectiveCMembers.addMethod("endEditing:", of: UIView.self) { it, arguments in
            let force: Any? = try arguments.value(at: 0)
            return it.endEditing((force as? Bool) ?? (force != nil))
        }
        ObjectiveCMembers.addMethod("removeFromSuperview", of: UIView.self) { it, _ in it.removeFromSuperview() }
        ObjectiveCMembers.addMethod("setNeedsLayout", of: UIView.self) { it, _ in it.setNeedsLayout() }
        ObjectiveCMembers.addMethod("layoutIfNeeded", of: UIView.self) { it, _ in it.layoutIfNeeded() }
        ObjectiveCMembers.addMethod("reloadData", of: UITableView.self) { it, _ in it.reloadData() }
        ObjectiveCMembers.addMethod("didSelectPost", of: SLComposeServiceViewController.self) { it, _ in
            it.didSelectPost()
        }
        ObjectiveCMembers.addMethod("didSelectCancel", of: SLComposeServiceViewController.self) { it, _ in
            it.didSelectCancel()
        }
        // In the place of openURL(_:), which opens nothing: programs look for its name in the responder chain.
        ObjectiveCMembers.addMethod("openURL:", of: UIApplication.self) { it, arguments in
            it.open(try arguments.value(at: 0, as: URL.self))
        }
        ObjectiveCMembers.addMethod("openURL:options:completionHandler:", of: UIApplication.self) { it, arguments in
            it.open(try arguments.value(at: 0, as: URL.self))
        }
    }

    private static func registerProperties() {
        add("tag", \UIView.tag)
        add("alpha", \UIView.alpha)
        add("hidden", \UIView.isHidden)
        add("isHidden", \UIView.isHidden)
        add("userInteractionEnabled", \UIView.isUserInteractionEnabled)
        add("clipsToBounds", \UIView.clipsToBounds)
        add("backgroundColor", \UIView.backgroundColor)
        add("tintColor", \UIView.tintColor)
        ObjectiveCMembers.addProperty("layer", of: UIView.self, get: { $0.layer })
        add("cornerRadius", \CALayer.cornerRadius)
        add("borderWidth", \CALayer.borderWidth)
        add("enabled", \UIControl.isEnabled)
        add("isEnabled", \UIControl.isEnabled)
        add("selected", \UIControl.isSelected)
        add("text", \UILabel.text)
        add("textColor", \UILabel.textColor)
        add("text", \UITextField.text)
        add("placeholder", \UITextField.placeholder)
        add("text", \UITextView.text)
        add("image", \UIImageView.image)
        add("title", \UIViewController.title)
        add("title", \UIBarButtonItem.title)
    }

    private static func add<Owner: AnyObject, Value>(_ key: String, _ path: ReferenceWritableKeyPath<Owner, Value>) {
        // A key path of an actor's property cannot be sent, and is used by the calling thread only.
        nonisolated(unsafe) let path = path  // It is never changed.
        ObjectiveCMembers.addProperty(
            key, of: Owner.self, get: { $0[keyPath: path] },
            set: { owner, arguments in owner[keyPath: path] = try arguments.value(at: 0) })
    }
}
