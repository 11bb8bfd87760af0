import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation

/// A host that does with a value from outside what hosts do: casts, prints, compares, and reads it as every class.
/// Shared by the tests and the coverage-guided fuzzer.
enum ValueReader {
    /// What was found to be wrong with what a host gets.
    struct Finding: Error {
        let what: String
    }

    /// Reads bytes of another process as a value, and the value in every way.
    ///
    /// - Returns: whether they were a value.
    /// - Throws: ``Finding`` when a host would get the URL of a file.
    static func read(_ bytes: [UInt8]) throws -> Bool {
        guard let value = try? ItemValue(wireBytes: bytes) else { return false }
        try read(value)
        return true
    }

    static func read(_ value: ItemValue) throws {
        try use(value.object)
        try use(value.value)
        // A value that is an object is read as it claims to be; another as what a program might expect.
        if case .object(let description) = value {
            if let type = NameableClasses.byName[description.className] { try use(try? value.object(of: [type])) }
            try use(try? value.object(of: NameableClasses.all))
        } else {
            try use(try? value.object(of: NameableClasses.all))
            try use(try? value.object(of: [NSArray.self, NSDictionary.self, Album.self, NSString.self]))
        }
        // As a field of an object, at every key that a program reads.
        for key in ["title", "link", "parts", "notes", "cause", "anything", "raw", "pages", "weight"] {
            let album = ObjectDescription(className: String(reflecting: Album.self), fields: [key: value])
            try use(try? ItemValue.object(album).object(of: [Album.self]))
        }
        try use(ErrorDescription(domain: "example", code: 1, userInfo: ["value": value]).error)
        if case .error(let description) = value { try use(description.error) }
        let text = AttributedText("text", runs: [.init(start: 0, length: 4, attributes: ["value": value])])
        let item = NSExtensionItem(
            ItemDescription(title: text, contentText: text, userInfo: ["value": value, "NSUnderlyingError": value]))
        try use(item.userInfo)
        try use(item.attributedTitle)
        try use(item.attributedContentText)
    }

    private static func use(_ any: Any?) throws {
        guard let any else { return }
        try expectNoFile(in: any)
        _ = "\(any)"
        _ = String(reflecting: any)
        if let object = any as? NSObject {
            // The hash of any `NSError` ends the process on Linux, whoever has made it.
            if !(object is NSError) { _ = object.hash }
            _ = object.isEqual(object)
            _ = (object as? any NSCopying)?.copy(with: nil)
        }
        if let number = any as? NSNumber {
            _ = (number.intValue, number.int8Value, number.uintValue, number.floatValue, number.boolValue)
            _ = (number.stringValue, number.compare(1), any as? Int, any as? UInt8, any as? Bool)
        }
        _ = (
            any as? String, any as? URL, any as? Date, any as? Data, any as? UUID, any as? [Any], any as? [String: Any]
        )
        if let date = any as? Date {
            _ = date.description(with: Locale(identifier: "en_US"))
            _ = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        }
        if let error = any as? any Error { useError(error) }
        if let text = any as? NSAttributedString {
            text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { _, range, _ in
                _ = text.attributedSubstring(from: range)
            }
        }
        if let item = ItemValue(any) { _ = try? item.wireBytes() }
    }

    private static func useError(_ error: any Error) {
        _ = error.localizedDescription
        let object = error as NSError
        _ = (object.localizedFailureReason, object.localizedRecoverySuggestion, object.localizedRecoveryOptions)
        _ = (object.helpAnchor, object.recoveryAttempter)
        switch error {
        case let error as POSIXError: _ = (error.code, error.localizedDescription)
        case let error as CocoaError:
            _ = (error.code, error.filePath, error.url, error.stringEncoding, error.underlying)
        case let error as URLError: _ = (error.code, error.failingURL)
        default: break
        }
    }

    /// Looks for the URL of a file at every depth.
    static func expectNoFile(in any: Any) throws {
        switch any {
        case let url as NSURL: try check(url as URL)
        case let url as URL: try check(url)
        case let album as Album: for case let field? in album.fields { try expectNoFile(in: field) }
        case let text as NSAttributedString:
            var found: [Any] = []
            text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { values, _, _ in
                found += values.values
            }
            for value in found { try expectNoFile(in: value) }
        case is NSString, is String, is NSNumber, is NSData, is Data: break
        case let values as [Any]: for value in values { try expectNoFile(in: value) }
        case let values as [AnyHashable: Any]: for value in values.values { try expectNoFile(in: value) }
        case let error as NSError: for value in error.userInfo.values { try expectNoFile(in: value) }
        default: break
        }
    }

    private static func check(_ url: URL) throws {
        let again = URL(string: url.absoluteString)
        if url.isFileURL || (url as NSURL).isFileURL || again?.isFileURL == true || url.absoluteURL.isFileURL {
            throw Finding(what: "the URL of a file: \(url.absoluteString)")
        }
    }
}
