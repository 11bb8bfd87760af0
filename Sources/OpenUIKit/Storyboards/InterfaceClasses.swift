/// The classes that belong to the elements of storyboards and nib files.
@MainActor
enum InterfaceClasses {
    private static let views: [String: UIView.Type] = [
        "view": UIView.self, "containerView": UIView.self, "tableViewCellContentView": UIView.self,
        "label": UILabel.self, "button": UIButton.self, "imageView": UIImageView.self, "textField": UITextField.self,
        "textView": UITextView.self, "switch": UISwitch.self, "slider": UISlider.self, "stepper": UIStepper.self,
        "segmentedControl": UISegmentedControl.self, "progressView": UIProgressView.self,
        "activityIndicatorView": UIActivityIndicatorView.self, "stackView": UIStackView.self,
        "scrollView": UIScrollView.self, "tableView": UITableView.self, "tableViewCell": UITableViewCell.self,
        "tableViewHeaderFooterView": UITableViewHeaderFooterView.self, "control": UIControl.self,
        "navigationBar": UINavigationBar.self, "toolbar": UIToolbar.self, "searchBar": UISearchBar.self,
        "pageControl": UIPageControl.self, "pickerView": UIPickerView.self, "datePicker": UIDatePicker.self,
        "collectionView": UICollectionView.self, "collectionViewCell": UICollectionViewCell.self,
        "collectionReusableView": UICollectionReusableView.self, "visualEffectView": UIVisualEffectView.self,
        "refreshControl": UIRefreshControl.self,
    ]
    private static let controllers: [String: UIViewController.Type] = [
        "viewController": UIViewController.self, "tableViewController": UITableViewController.self,
        "navigationController": UINavigationController.self, "tabBarController": UITabBarController.self,
        "collectionViewController": UICollectionViewController.self,
    ]

    /// The class of a view; `nil` for an element that is not a view.
    static func view(of kind: String) -> UIView.Type? { views[kind] }

    /// The class of a controller; `nil` for an element that is not a controller.
    static func controller(of kind: String) -> UIViewController.Type? { controllers[kind] }
}
