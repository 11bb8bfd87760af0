/// Names that only sources of Swift 2 use.
enum OldSwift {
    /// The names, as keys of a table that ``RemainingNames`` takes.
    static let names = Dictionary(
        uniqueKeysWithValues: [
            "completeRequestReturningItems", "loadItemForTypeIdentifier", "dispatch_get_main_queue", "NSCalendarUnit",
            "stringByAppendingString", "stringByAppendingPathComponent", "stringByReplacingOccurrencesOfString",
            "performSegueWithIdentifier", "dismissViewControllerAnimated", "presentViewController",
            "dequeueReusableCellWithIdentifier", "componentsSeparatedByString",
            "instantiateViewControllerWithIdentifier",
        ].map { ($0, "") })
}
