/// The path of a value in a property list.
///
/// It becomes text only for an error. Creating the text for every value would take time proportional to the number of
/// values times the length of all keys above them.
indirect enum PropertyListPath {
    /// The whole list.
    case root
    /// An element of an array.
    case element(Int, of: PropertyListPath)
    /// An entry of a dictionary.
    case entry(String, of: PropertyListPath)
}

extension PropertyListPath: CustomStringConvertible {
    /// The path as text, such as `NSExtension.Items[3]`; empty for the whole list.
    var description: String {
        var parts: [String] = []
        var path = self
        while true {
            switch path {
            case .root:
                return parts.reversed().joined()
            case .element(let index, let outer):
                parts.append("[\(index)]")
                path = outer
            case .entry(let key, let outer):
                if case .root = outer { parts.append(key) } else { parts.append(".\(key)") }
                path = outer
            }
        }
    }
}
