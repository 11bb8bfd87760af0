import Testing

/// Code of people who use the package may block, and so has threads of its own: `HandlerThreads`. Dispatch's global queues have few
/// threads, and may run only what the package itself does.
@Suite struct HandlerThreadTests {
    /// The sources that call handlers of apps and extensions.
    static let folders = [
        "AppexWire", "OpenCoreLocation", "OpenExtensionFoundation", "OpenExtensionKit", "OpenFoundation",
        "OpenPhotosUI", "OpenUIKit", "OpenWatchConnectivity",
    ]

    @Test(arguments: folders) func `no code of others is called on a global queue of Dispatch`(folder: String) throws {
        for file in try SourceTree.files(in: "Sources/\(folder)", extensions: ["swift"]) {
            for index in file.lines.indices where Self.isCall(file.lines, index) {
                Issue.record(
                    """
                    \(file.path):\(index + 1) uses a global queue; use HandlerThreads, or say why none of its jobs is code of \
                    others: // Own code: …
                    """)
            }
        }
    }

    @Test func `a use of a global queue is recognized`() {
        #expect(Self.isCall(["DispatchQueue.global().async { body() }"], 0))
        #expect(Self.isCall(["", "DispatchQueue(label: \"calls\", attributes: .concurrent)"], 1))
        #expect(!Self.isCall(["// Own code: reads a file.", "DispatchQueue.global().async { read() }"], 1))
        #expect(!Self.isCall(["/// As `DispatchQueue.global().async` does."], 0))
    }

    private static func isCall(_ lines: [Substring], _ index: Int) -> Bool {
        let isUse = lines[index].contains("DispatchQueue.global(") || lines[index].contains("DispatchQueue(label:")
        guard isUse, !isComment(lines[index]) else { return false }
        return index == 0 || !(isComment(lines[index - 1]) && lines[index - 1].contains("// Own code: "))
    }

    private static func isComment(_ line: Substring) -> Bool { line.drop(while: \.isWhitespace).hasPrefix("//") }
}
