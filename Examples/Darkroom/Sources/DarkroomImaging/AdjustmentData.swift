import Foundation

/// Reads and writes the adjustment data of an edit, which are kept with a photograph and may come from any program.
enum AdjustmentData {
    /// Many times as much as Darkroom writes.
    static let largestSize = 4096

    static func encoded(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Numbers and texts can always be encoded, unless a number is infinite or not a number, which no edit has.
        return (try? encoder.encode(value)) ?? Data()
    }

    static func decoded<Value: Decodable>(_ data: Data) throws(AdjustmentDataError) -> Value {
        guard data.count <= largestSize, let value = try? JSONDecoder().decode(Value.self, from: data) else {
            throw .malformed
        }
        return value
    }

    static func checked(
        _ value: Double, in range: ClosedRange<Double>, _ name: String
    ) throws(AdjustmentDataError) -> Double {
        guard range.contains(value) else { throw .outOfRange(name) }
        return value
    }
}
