/// The terminal of the process cannot be used for drawing.
package struct TerminalError: Error, CustomStringConvertible {
    /// Why, and what to do instead, in one sentence.
    package let description: String
}
