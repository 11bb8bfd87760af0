import SwiftSyntax

/// The optional methods of Apple's delegates that programs call themselves.
///
/// The modules of the kit declare them as requirements with a default, which are called without a question mark.
enum OptionalMethods {
    private static let names: Set<String> = [
        "tableView", "collectionView", "numberOfSections", "scrollViewDidScroll", "scrollViewDidEndDecelerating",
        "scrollViewWillBeginDragging", "scrollViewDidEndDragging", "textFieldDidBeginEditing", "textFieldDidEndEditing",
        "textFieldShouldReturn", "textFieldShouldBeginEditing", "textViewDidChange", "textViewDidEndEditing",
        "textViewDidBeginEditing", "searchBarSearchButtonClicked", "presentationControllerDidDismiss",
        "gestureRecognizerShouldBegin",
    ]

    /// Whether a call is one of such a method.
    static func contains(_ name: String, _ arguments: LabeledExprListSyntax) -> Bool {
        names.contains(name) && arguments.first.map { $0.label == nil || $0.label?.text == "in" } ?? false
    }
}
