/// The superclasses of Apple's classes, with which members of extensions are found in subclasses.
enum AppleClasses {
    private static let superclasses: [String: String] = [
        "UIResponder": "NSObject", "UIView": "UIResponder", "UIViewController": "UIResponder",
        "UIApplication": "UIResponder", "UIControl": "UIView", "UIButton": "UIControl", "UITextField": "UIControl",
        "UISwitch": "UIControl", "UISlider": "UIControl", "UISegmentedControl": "UIControl", "UIStepper": "UIControl",
        "UIPageControl": "UIControl", "UIDatePicker": "UIControl", "UIRefreshControl": "UIControl",
        "UILabel": "UIView", "UIImageView": "UIView", "UIStackView": "UIView", "UIScrollView": "UIView",
        "UIPickerView": "UIView", "UIProgressView": "UIView", "UIActivityIndicatorView": "UIView",
        "UINavigationBar": "UIView", "UIToolbar": "UIView", "UISearchBar": "UIView", "UIInputView": "UIView",
        "UITableViewCell": "UIView", "UITableViewHeaderFooterView": "UIView", "UICollectionReusableView": "UIView",
        "UICollectionViewCell": "UICollectionReusableView", "UITextView": "UIScrollView",
        "UITableView": "UIScrollView", "UICollectionView": "UIScrollView",
        "UINavigationController": "UIViewController", "UITabBarController": "UIViewController",
        "UITableViewController": "UIViewController", "UICollectionViewController": "UIViewController",
        "UIPageViewController": "UIViewController", "UIInputViewController": "UIViewController",
        "UIAlertController": "UIViewController", "SLComposeServiceViewController": "UIViewController",
        "UIGestureRecognizer": "NSObject", "UITapGestureRecognizer": "UIGestureRecognizer",
    ]

    /// The superclass of a class of UIKit or Social; `nil` for another class.
    static func superclass(of name: String) -> String? { superclasses[name] }
}
