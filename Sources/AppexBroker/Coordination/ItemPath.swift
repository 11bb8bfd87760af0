import AppexProtocol
import Glibc

/// The path of an item that is coordinated, in the view of those who share it.
struct ItemPath: Hashable, Comparable, Sendable {
    /// The view: empty for the paths of the device, which everybody shares, or the bundle identifier of the extension
    /// whose own paths these are.
    let view: String
    /// The path as bytes, since names that Unicode considers equal are different files.
    private let bytes: [UInt8]

    /// Components of a path. Deeper ones do not occur, and every folder on the way is looked up.
    static let depthLimit = 128

    /// Checks a path from a process.
    ///
    /// - Parameter text: an absolute path without empty components, `.` and `..`, and without a slash at its end, of at
    ///   most ``depthLimit`` components.
    /// - Returns: nil if it is not one.
    init?(_ text: String, view: String = "") {
        guard text.utf8.first == UInt8(ascii: "/"), !text.utf8.contains(0) else { return nil }
        guard text.utf8.lazy.filter({ $0 == UInt8(ascii: "/") }).count <= Self.depthLimit else { return nil }
        if text != "/" {
            for component in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            where component.isEmpty || component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) {
                return nil
            }
        }
        self.view = view
        bytes = Array(text.utf8)
    }

    private init(view: String, bytes: [UInt8]) {
        self.view = view
        self.bytes = bytes
    }

    /// The path as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the path is short enough to be one; a moved path can be too long.
    var isPossible: Bool {
        bytes.count <= CoordinationInterface.pathBytes
            && bytes.lazy.filter { $0 == UInt8(ascii: "/") }.count <= Self.depthLimit
    }

    /// The size of the path in bytes.
    var count: Int { bytes.count }

    /// Whether another item is inside of this one, at any depth. No item contains itself.
    func contains(_ other: ItemPath) -> Bool {
        guard view == other.view, other.bytes.count > bytes.count, other.bytes.starts(with: bytes) else { return false }
        return bytes.count == 1 || other.bytes[bytes.count] == UInt8(ascii: "/")
    }

    /// Whether another item is this one or inside of it.
    func covers(_ other: ItemPath) -> Bool { self == other || contains(other) }

    /// The folders that contain the item, the innermost first.
    var ancestors: some Sequence<ItemPath> {
        sequence(first: self) { $0.parent }.dropFirst()
    }

    private var parent: ItemPath? {
        guard bytes.count > 1, let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return ItemPath(view: view, bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
    }

    /// The path after `from` has been moved to `to`; nil if this path is not that of `from` or of something in it.
    func moved(from: ItemPath, to: ItemPath) -> ItemPath? {
        guard from.covers(self) else { return nil }
        guard self != from else { return to }
        let rest = from.bytes.count == 1 ? bytes[0...] : bytes[from.bytes.count...]
        return ItemPath(view: to.view, bytes: (to.bytes.count == 1 ? [] : to.bytes) + rest)
    }

    /// The bytes with which the paths of all items inside of this one begin.
    private var prefix: [UInt8] { bytes.count == 1 ? bytes : bytes + [UInt8(ascii: "/")] }

    /// A path that sorts before everything inside of this item, and after all that sorts before that.
    var beforeContents: ItemPath { ItemPath(view: view, bytes: prefix) }

    static func < (left: ItemPath, right: ItemPath) -> Bool {
        guard left.view == right.view else { return left.view < right.view }
        // Hostile paths have long beginnings in common.
        let order = left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                guard let one = left.baseAddress, let two = right.baseAddress else { return CInt(0) }
                return memcmp(one, two, min(left.count, right.count))
            }
        }
        return order == 0 ? left.bytes.count < right.bytes.count : order < 0
    }
}
