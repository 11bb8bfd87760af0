/// The bounds of a view tree, each with its reason. An extension that exceeds one loses its session.
public enum ViewLimits {
    /// Nodes at a time: some ten screens full of controls.
    public static let nodes = 5000
    /// Levels below the window: far beyond what people nest, shallow enough for any host's recursion.
    public static let depth = 40
    /// Bytes of UTF-8 of one text: a long article's page. A message takes no longer string.
    public static let textBytes = 16 * 1024
    /// Bytes of all texts of a tree.
    public static let treeTextBytes = 1024 * 1024
    /// Entries of one list (segments, actions of a row).
    public static let listElements = 64
    /// Styled parts of one text.
    public static let runs = 1024
    /// Changes in one update: a whole tree at once.
    public static let operations = 50_000
    /// Changes that may come in a second, on average; ``operations`` more at once.
    /// Every 64 bytes of text count as one more.
    public static let operationsPerSecond = 25_000
    /// Updates that may come in a second, on average: more than any screen shows. As many more at once.
    public static let updatesPerSecond = 240
    /// Images at a time.
    public static let images = 256
    /// Bytes of one encoded image: a photograph as large as a screen. A message takes 4 MiB.
    public static let imageBytes = 3 * 1024 * 1024
    /// Bytes of all images at a time.
    public static let allImageBytes = 64 * 1024 * 1024
    /// Pixels of one image: what its header claims is what a host would have to hold.
    public static let imagePixels = 32 * 1024 * 1024
    /// Points of any length.
    public static let length = 100_000.0
    /// Rows of a table.
    public static let rows = 1_000_000
}
