public import Foundation

extension URL: NSKeyValueCoding {
    /// The components of the URL by the names of their properties.
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
    /// The identifier as text, under the key of either of its properties.
    public func value(forKey key: String) -> Any? {
        ["UUIDString", "uuidString"].contains(key) ? uuidString : nil
    }
}

extension NSAttributedString: NSKeyValueCoding {
    /// The text, and its length in UTF-16 code units.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "string": string
        case "length": length
        default: nil
        }
    }
}
