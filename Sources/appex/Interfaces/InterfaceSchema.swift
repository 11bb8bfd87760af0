/// The elements and attributes of storyboards and xib files that have an effect.
enum InterfaceSchema {
    /// The type of an attribute's value.
    enum Kind {
        /// `YES` or `NO`.
        case bool
        /// A number.
        case number
        /// One of a few names, which are not checked.
        case name
        /// A text that can be translated.
        case text
        /// The name of a picture.
        case image
        /// The value has no effect here.
        case ignored
        /// The value has no effect here, which is noted unless it is one of these.
        case fixed(Set<String>)
    }

    /// Attributes of all elements, which are not properties.
    static let structural: Set<String> = [
        "id", "key", "customClass", "customModule", "customModuleProvider", "sceneMemberID", "storyboardIdentifier",
        "userLabel", "catalog", "useStoryboardIdentifierAsRestorationIdentifier", "restorationIdentifier",
        "misplaced", "ambiguous", "verifyAmbiguity", "placeholderIntrinsicWidth", "placeholderIntrinsicHeight",
        "automaticallyAdjustsScrollViewInsets", "extendedLayoutIncludesOpaqueBars", "colorLabel",
        "explicitAccessibility",
        "hidesBottomBarWhenPushed", "useLayoutToLayoutNavigationTransitions", "wantsFullScreenLayout",
        "providesPresentationContextTransitionStyle", "definesPresentationContext", "exclusiveTouch",
        "ibExternalAccessibilityIdentifier", "autoresizesSubviews", "multipleTouchEnabled",
        "clearsContextBeforeDrawing",
        "preservesSuperviewLayoutMargins", "layoutMarginsFollowReadableWidth", "insetsLayoutMarginsFromSafeArea",
        "viewLayoutMarginsFollowReadableWidth", "adjustsImageSizeForAccessibilityContentSizeCategory",
        "usesAttributedText", "interfaceStyle", "largeContentImage", "showsLargeContentViewer", "springLoaded",
        "simulatedAppContext", "initialViewController", "textLabel", "detailTextLabel", "imageView",
    ]

    /// Properties of every view.
    private static let view: [String: Kind] = [
        "hidden": .bool, "alpha": .number, "opaque": .bool, "clipsSubviews": .bool, "contentMode": .name,
        "userInteractionEnabled": .bool, "tag": .number, "semanticContentAttribute": .name,
        "translatesAutoresizingMaskIntoConstraints": .bool, "fixedFrame": .bool,
        "horizontalHuggingPriority": .number, "verticalHuggingPriority": .number,
        "horizontalCompressionResistancePriority": .number, "verticalCompressionResistancePriority": .number,
    ]

    private static let control: [String: Kind] = [
        "enabled": .bool, "selected": .bool, "highlighted": .bool, "contentHorizontalAlignment": .name,
        "contentVerticalAlignment": .ignored, "toolTip": .ignored, "showsMenuAsPrimaryAction": .ignored,
    ]

    private static let scroll: [String: Kind] = [
        "scrollEnabled": .bool, "alwaysBounceVertical": .bool, "alwaysBounceHorizontal": .bool,
        "showsVerticalScrollIndicator": .bool, "showsHorizontalScrollIndicator": .bool, "keyboardDismissMode": .name,
        "pagingEnabled": .ignored, "bounces": .ignored, "bouncesZoom": .ignored, "bouncesVertically": .ignored,
        "bouncesHorizontally": .ignored, "delaysContentTouches": .ignored, "canCancelContentTouches": .ignored,
        "directionalLockEnabled": .ignored, "minimumZoomScale": .ignored, "maximumZoomScale": .ignored,
        "indicatorStyle": .ignored, "contentInsetAdjustmentBehavior": .ignored,
    ]

    private static let text: [String: Kind] = [
        "text": .text, "textAlignment": .name, "adjustsFontForContentSizeCategory": .bool, "minimumFontSize": .ignored,
        "adjustsFontSizeToFit": .ignored, "minimumScaleFactor": .ignored,
    ]

    /// The properties of each view and control that has some of its own.
    private static let views: [String: [String: Kind]] = [
        "view": [:], "containerView": [:], "tableViewCellContentView": [:], "control": control,
        "label": text.adding([
            "numberOfLines": .number, "lineBreakMode": .name, "enabled": .bool, "baselineAdjustment": .ignored,
            "adjustsLetterSpacingToFitWidth": .ignored, "preferredMaxLayoutWidth": .ignored, "highlighted": .ignored,
        ]),
        "button": control.adding([
            "buttonType": .name, "role": .name, "changesSelectionAsPrimaryAction": .bool, "lineBreakMode": .ignored,
            "adjustsImageWhenHighlighted": .ignored, "adjustsImageWhenDisabled": .ignored,
            "showsTouchWhenHighlighted": .ignored, "reversesTitleShadowWhenHighlighted": .ignored,
            "pointerInteraction": .ignored, "buttonConfigurationUpdatesAutomatically": .ignored,
        ]),
        "imageView": ["image": .image, "highlightedImage": .image, "highlighted": .bool],
        "textField": control.adding(text).adding([
            "placeholder": .text, "borderStyle": .name, "clearButtonMode": .name, "clearsOnBeginEditing": .bool,
        ]),
        "textView": scroll.adding(text).adding([
            "editable": .bool, "selectable": .bool, "allowsEditingTextAttributes": .ignored,
        ]),
        "switch": control.adding(["on": .bool, "title": .text, "preferredStyle": .ignored]),
        "slider": control.adding([
            "value": .number, "minValue": .number, "maxValue": .number, "continuous": .bool,
            "minimumValueImage": .ignored, "maximumValueImage": .ignored,
        ]),
        "stepper": control.adding([
            "value": .number, "minimumValue": .number, "maximumValue": .number, "stepValue": .number, "wraps": .bool,
            "autorepeat": .bool, "continuous": .bool,
        ]),
        "segmentedControl": control.adding([
            "selectedSegmentIndex": .number, "momentary": .bool, "segmentControlStyle": .ignored,
            "apportionsSegmentWidthsByContent": .ignored,
        ]),
        "progressView": ["progress": .number, "progressViewStyle": .ignored],
        "activityIndicatorView": ["style": .name, "animating": .bool, "hidesWhenStopped": .bool],
        "stackView": [
            "axis": .name, "distribution": .name, "alignment": .name, "spacing": .number,
            "layoutMarginsRelativeArrangement": .bool, "baselineRelativeArrangement": .bool, "spacingType": .ignored,
        ],
        "scrollView": scroll,
        "navigationBar": ["largeTitles": .bool, "barStyle": .ignored, "translucent": .ignored],
        "toolbar": ["barStyle": .ignored, "translucent": .ignored],
        "searchBar": [
            "text": .text, "placeholder": .text, "prompt": .text, "showsCancelButton": .bool,
            "searchBarStyle": .ignored,
            "translucent": .ignored, "backgroundImage": .ignored,
        ],
        "pageControl": control.adding(["numberOfPages": .number, "currentPage": .number, "hidesForSinglePage": .bool]),
        "pickerView": [:],
        "datePicker": control.adding([
            "datePickerMode": .name, "minuteInterval": .number, "style": .ignored, "useCurrentDate": .ignored,
            "countDownDuration": .ignored,
        ]),
        "collectionView": scroll.adding([
            "allowsSelection": .bool, "allowsMultipleSelection": .bool, "dataMode": .ignored,
            "prefetchingEnabled": .ignored,
        ]),
        "collectionViewCell": ["reuseIdentifier": .name, "gestureRecognizers": .ignored],
        "collectionViewCellContentView": [:], "collectionReusableView": ["reuseIdentifier": .name],
        "visualEffectView": [:], "refreshControl": control,
        "tableView": scroll.adding([
            "style": .name, "rowHeight": .number, "estimatedRowHeight": .number, "sectionHeaderHeight": .number,
            "sectionFooterHeight": .number, "allowsSelection": .bool, "allowsMultipleSelection": .bool,
            "dataMode": .ignored, "separatorStyle": .ignored, "estimatedSectionHeaderHeight": .ignored,
            "estimatedSectionFooterHeight": .ignored, "sectionIndexMinimumDisplayRowCount": .ignored,
            "allowsSelectionDuringEditing": .ignored, "allowsMultipleSelectionDuringEditing": .ignored,
            "springLoaded": .ignored, "separatorInsetReference": .ignored, "contentViewInsetsToSafeArea": .ignored,
        ]),
        "tableViewCell": [
            "reuseIdentifier": .name, "accessoryType": .name, "selectionStyle": .name, "style": .name,
            "editingAccessoryType": .ignored, "indentationLevel": .ignored, "indentationWidth": .ignored,
            "rowHeight": .ignored, "shouldIndentWhileEditing": .ignored, "showsReorderControl": .ignored,
            "hidesAccessoryWhenEditing": .ignored, "focusStyle": .ignored, "tableViewCell": .ignored,
        ],
        "tableViewHeaderFooterView": ["reuseIdentifier": .name],
    ]

    private static let controller: [String: Kind] = [
        "title": .text, "modalPresentationStyle": .name, "modalTransitionStyle": .name, "modalInPresentation": .bool,
        "clearsSelectionOnViewWillAppear": .bool,
    ]

    private static let recognizer: [String: Kind] = [
        "enabled": .bool, "minimumPressDuration": .number, "cancelsTouchesInView": .ignored,
        "delaysTouchesBegan": .ignored,
        "delaysTouchesEnded": .ignored, "numberOfTapsRequired": .fixed(["0", "1"]),
        "numberOfTouchesRequired": .fixed(["1"]),
        "allowableMovement": .ignored, "minimumNumberOfTouches": .fixed(["1"]), "maximumNumberOfTouches": .ignored,
        "direction": .name,
    ]

    /// The elements that are gesture recognizers.
    static let recognizers: Set<String> = [
        "tapGestureRecognizer", "panGestureRecognizer", "pinchGestureRecognizer", "pongPressGestureRecognizer",
        "longPressGestureRecognizer", "swipeGestureRecognizer",
    ]

    /// The elements that are controllers.
    static let controllers: Set<String> = [
        "viewController", "tableViewController", "navigationController", "collectionViewController",
        "tabBarController",
    ]

    private static let others: [String: [String: Kind]] = [
        "navigationController": controller.adding(["navigationBarHidden": .bool, "toolbarHidden": .bool]),
        "navigationItem": [
            "title": .text, "prompt": .text, "hidesBackButton": .bool, "leftItemsSupplementBackButton": .bool,
            "largeTitleDisplayMode": .name, "style": .ignored,
        ],
        "tabBarItem": [
            "title": .text, "image": .image, "systemItem": .name, "tag": .number, "badgeValue": .name,
            "selectedImage": .ignored, "landscapeImage": .ignored,
        ],
        "collectionViewFlowLayout": [
            "minimumLineSpacing": .number, "minimumInteritemSpacing": .number, "scrollDirection": .name,
            "automaticEstimatedItemSize": .ignored,
        ],
        "barButtonItem": [
            "title": .text, "image": .image, "systemItem": .name, "style": .name, "enabled": .bool, "hidden": .bool,
            "tag": .number, "width": .number, "landscapeImage": .ignored,
        ],
        "tableViewSection": [
            "headerTitle": .text, "footerTitle": .text, "colorLabel": .ignored,
        ],
        "viewControllerPlaceholder": [
            "storyboardName": .name, "referencedIdentifier": .name, "bundleIdentifier": .ignored,
        ],
    ]

    /// Whether an element is a view that is made.
    static func isView(_ name: String) -> Bool { views[name] != nil }

    /// The properties of an element; `nil` for an element that is not an object.
    static func properties(of name: String) -> [String: Kind]? {
        if let own = views[name] { return view.adding(own) }
        if let own = others[name] { return own }
        if controllers.contains(name) { return controller }
        if recognizers.contains(name) { return recognizer }
        return nil
    }
}

extension [String: InterfaceSchema.Kind] {
    fileprivate func adding(_ other: Self) -> Self { merging(other) { _, new in new } }
}
