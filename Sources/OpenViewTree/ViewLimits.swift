/// The limits of a view tree, each with its reason. The host ends the session of an extension that exceeds one.
public enum ViewLimits {
    /// Nodes in a tree: about ten screens full of controls.
    public static let nodes = 5000
    /// Levels below the window: far deeper than interfaces are nested, and shallow enough for a recursive host.
    public static let depth = 40
    /// UTF-8 bytes of one text: a page of a long article. It is also the longest string that a message may carry.
    public static let textBytes = 16 * 1024
    /// UTF-8 bytes of all texts in a tree.
    public static let treeTextBytes = 1024 * 1024
    /// Elements of one list, such as segments or the actions of a row.
    public static let listElements = 64
    /// Styled ranges of one text.
    public static let runs = 1024
    /// Operations in one update: enough for a whole tree.
    public static let operations = 50_000
    /// Operations per second on average, with bursts of ``operations`` more. Every 64 bytes of text count as another
    /// operation.
    public static let operationsPerSecond = 25_000
    /// Updates per second on average, with bursts of as many more: more than any screen shows.
    public static let updatesPerSecond = 240
    /// Images that the host holds at a time.
    public static let images = 256
    /// Bytes of one encoded image: a photograph that fills a screen. A message holds 4 MiB.
    public static let imageBytes = 3 * 1024 * 1024
    /// Bytes of all encoded images that the host holds at a time.
    public static let allImageBytes = 64 * 1024 * 1024
    /// Pixels of one image as its header declares them, because the host needs memory for that many.
    public static let imagePixels = 32 * 1024 * 1024
    /// The largest length, in points.
    public static let length = 100_000.0
    /// The location and translation of a gesture, as fractions of the node: far beyond any screen.
    public static let gestureReach = -100.0...100.0
    /// The scale of a pinch: more than fingers reach.
    public static let pinchScale = 0.001...1000.0
    /// Rows, headers and footers of one table.
    public static let rows = 1_000_000
}
