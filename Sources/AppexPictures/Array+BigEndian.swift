extension [UInt8] {
    /// The number in two bytes, the higher one first.
    ///
    /// - Returns: nil beyond the end.
    func bigEndian16(at place: Int) -> Int? {
        guard place >= 0, place + 2 <= count else { return nil }
        return Int(self[place]) << 8 | Int(self[place + 1])
    }

    /// The number in four bytes, the highest one first.
    ///
    /// - Returns: nil beyond the end.
    func bigEndian32(at place: Int) -> Int? {
        guard let high = bigEndian16(at: place), let low = bigEndian16(at: place + 2) else { return nil }
        return high << 16 | low
    }
}
