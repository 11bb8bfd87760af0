import AppexInterfaces
import Foundation

/// The coder with which the objects of storyboards and nib files are made.
///
/// The initializers of views and controllers read their properties from it. A program's own `init(coder:)` finds no other
/// values in it.
final class InterfaceCoder: NSCoder {
    let loader: InterfaceLoader
    let object: InterfaceObject

    init(_ loader: InterfaceLoader, _ object: InterfaceObject) {
        self.loader = loader
        self.object = object
        super.init()
    }

    /// The text or name of a property of the object; `nil` for none.
    func string(_ property: String) -> String? { object.properties[property]?.string }

    /// Whether the user can use the view.
    var isUserInteractionEnabled: Bool { object.properties["userInteractionEnabled"]?.bool ?? true }

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }
    override func decodeBool(forKey key: String) -> Bool { false }
    override func decodeInteger(forKey key: String) -> Int { 0 }
    override func decodeInt32(forKey key: String) -> Int32 { 0 }
    override func decodeInt64(forKey key: String) -> Int64 { 0 }
    override func decodeFloat(forKey key: String) -> Float { 0 }
    override func decodeDouble(forKey key: String) -> Double { 0 }
    override func encode(_ object: Any?, forKey key: String) {}
}
