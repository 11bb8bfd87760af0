/// Where a value lies in a property list.
///
/// Only an error needs the text of it. A text made for every value would take as many steps as there are values, times
/// the bytes of all keys above them.
indirect enum PropertyListPath {
    /// The whole list.
    case root
    /// An element of an array.
    case element(Int, of: PropertyListPath)
    /// An entry of a dictionary.
    case entry(String, of: PropertyListPath)
}

extension PropertyListPath: CustomStringConvertible {
    /// As in `NSExtension.Items[3]`; empty for the whole list.
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
