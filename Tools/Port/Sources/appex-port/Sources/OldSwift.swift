/// Names by which a source of Swift 2 can be told.
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
