/// The selectors of methods of Apple's frameworks that differ from the rules of ``SelectorName``, and of those with arguments
/// that programs name without labels.
enum KnownSelectors {
    /// The selectors by the full name of the method.
    private static let selectors: [String: String] = [
        "endEditing(_:)": "endEditing:",
        "copy(_:)": "copy:",
        "cut(_:)": "cut:",
        "paste(_:)": "paste:",
        "select(_:)": "select:",
        "selectAll(_:)": "selectAll:",
        "delete(_:)": "delete:",
        "openURL(_:)": "openURL:",
        "canOpenURL(_:)": "canOpenURL:",
        "open(_:options:completionHandler:)": "openURL:options:completionHandler:",
        "open(_:completionHandler:)": "openURL:completionHandler:",
        "completeRequest(returningItems:completionHandler:)": "completeRequestReturningItems:completionHandler:",
        "cancelRequest(withError:)": "cancelRequestWithError:",
        "dismiss(animated:completion:)": "dismissViewControllerAnimated:completion:",
        "present(_:animated:completion:)": "presentViewController:animated:completion:",
        "show(_:sender:)": "showViewController:sender:",
        "showDetailViewController(_:sender:)": "showDetailViewController:sender:",
        "performSegue(withIdentifier:sender:)": "performSegueWithIdentifier:sender:",
        "prepare(for:sender:)": "prepareForSegue:sender:",
        "viewWillAppear(_:)": "viewWillAppear:",
        "viewDidAppear(_:)": "viewDidAppear:",
        "viewWillDisappear(_:)": "viewWillDisappear:",
        "viewDidDisappear(_:)": "viewDidDisappear:",
        "setEditing(_:animated:)": "setEditing:animated:",
        "popViewController(animated:)": "popViewControllerAnimated:",
        "popToRootViewController(animated:)": "popToRootViewControllerAnimated:",
        "pushViewController(_:animated:)": "pushViewController:animated:",
        "handleInputModeList(from:with:)": "handleInputModeListFromView:withEvent:",
        "touchesBegan(_:with:)": "touchesBegan:withEvent:",
        "touchesEnded(_:with:)": "touchesEnded:withEvent:",
        "motionEnded(_:with:)": "motionEnded:withEvent:",
        "tableView(_:didSelectRowAt:)": "tableView:didSelectRowAtIndexPath:",
        "tableView(_:cellForRowAt:)": "tableView:cellForRowAtIndexPath:",
        "tableView(_:heightForRowAt:)": "tableView:heightForRowAtIndexPath:",
        "tableView(_:commit:forRowAt:)": "tableView:commitEditingStyle:forRowAtIndexPath:",
        "tableView(_:numberOfRowsInSection:)": "tableView:numberOfRowsInSection:",
        "numberOfSections(in:)": "numberOfSectionsInTableView:",
        "beginRequest(with:)": "beginRequestWithExtensionContext:",
    ]

    private static let fullNames: [String: [String]] = Dictionary(
        grouping: selectors.keys.sorted(), by: { String($0.prefix { $0 != "(" }) })

    /// The selector of a method of Apple's frameworks; `nil` if the table does not have the method.
    ///
    /// - Parameter labels: the labels; `nil` if the reference has none.
    static func selector(_ name: String, labels: [String]?) -> String? {
        if let labels {
            return selectors["\(name)(\(labels.map { "\($0):" }.joined()))"]
        }
        guard let names = fullNames[name], names.count == 1, let fullName = names.first else { return nil }
        return selectors[fullName]
    }
}
