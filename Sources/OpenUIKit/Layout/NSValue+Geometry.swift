public import Foundation

extension NSValue {
    /// Makes a value of a rectangle.
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
    /// Makes a value of a point.
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
    /// Makes a value of a size.
    public convenience init(cgSize size: CGSize) { self.init(size: size) }

    /// The rectangle of the value.
    public var cgRectValue: CGRect { rectValue }
    /// The point of the value.
    public var cgPointValue: CGPoint { pointValue }
    /// The size of the value.
    public var cgSizeValue: CGSize { sizeValue }
}

/// The class that is a dictionary of Core Foundation on Apple's systems, too.
public typealias CFDictionary = NSDictionary

extension CGPoint {
    /// The numbers of the point by their names, as in a property list.
    public var dictionaryRepresentation: CFDictionary { ["X": Double(x), "Y": Double(y)] }

    /// Reads a point that was written as a dictionary; `nil` if a number is missing.
    public init?(dictionaryRepresentation dict: CFDictionary) {
        guard let x = dict.number("X"), let y = dict.number("Y") else { return nil }
        self.init(x: x, y: y)
    }
}

extension CGSize {
    /// The numbers of the size by their names, as in a property list.
    public var dictionaryRepresentation: CFDictionary { ["Width": Double(width), "Height": Double(height)] }

    /// Reads a size that was written as a dictionary; `nil` if a number is missing.
    public init?(dictionaryRepresentation dict: CFDictionary) {
        guard let width = dict.number("Width"), let height = dict.number("Height") else { return nil }
        self.init(width: width, height: height)
    }
}

extension CGRect {
    /// The numbers of the rectangle by their names, as in a property list.
    public var dictionaryRepresentation: CFDictionary {
        ["X": Double(origin.x), "Y": Double(origin.y), "Width": Double(size.width), "Height": Double(size.height)]
    }

    /// Reads a rectangle that was written as a dictionary; `nil` if a number is missing.
    public init?(dictionaryRepresentation dict: CFDictionary) {
        guard let origin = CGPoint(dictionaryRepresentation: dict), let size = CGSize(dictionaryRepresentation: dict)
        else { return nil }
        self.init(origin: origin, size: size)
    }
}

extension NSDictionary {
    fileprivate func number(_ key: String) -> Double? { (self[key] as? NSNumber)?.doubleValue }
}
