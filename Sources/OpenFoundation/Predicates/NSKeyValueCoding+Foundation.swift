public import Foundation

extension URL: NSKeyValueCoding {
    /// The parts of the URL.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "absoluteString": absoluteString
        case "scheme": scheme
        case "host": host
        case "port": port
        case "path": path
        case "query": query
        case "fragment": fragment
        case "lastPathComponent": lastPathComponent
        case "pathExtension": pathExtension
        default: nil
        }
    }
}

extension UUID: NSKeyValueCoding {
    /// The identifier as text, by either of its names.
    public func value(forKey key: String) -> Any? {
        ["UUIDString", "uuidString"].contains(key) ? uuidString : nil
    }
}

extension NSAttributedString: NSKeyValueCoding {
    /// The text, and how long it is in UTF-16 units.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "string": string
        case "length": length
        default: nil
        }
    }
}
