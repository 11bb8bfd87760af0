public import Foundation
import OpenViewTree

/// A picture. It never changes, and may be used on any thread.
open class UIImage: NSObject, @unchecked Sendable {  // all properties are constants
    let symbol: ViewSymbol?

    /// A symbol, which the host draws in its own way.
    public init?(systemName name: String) {
        guard let symbol = ViewSymbol(rawValue: name) else { return nil }
        self.symbol = symbol
    }

    /// In points.
    public var size: CGSize { CGSize(width: 20, height: 20) }
}

extension UIImage: ImageSource {
    var symbolName: String? { symbol?.rawValue }
    func encodedForDisplay() -> [UInt8]? { nil }
}
