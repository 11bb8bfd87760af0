/// How a photograph has to be turned to be upright, out of the notes of a camera.
struct ExifOrientation {
    let value: Int

    /// - Returns: nil when the segment does not say it, or says that the picture is upright.
    init?(_ segment: ArraySlice<UInt8>) {
        let content = segment.dropFirst(4)
        guard content.starts(with: Array("Exif\0\0".utf8)) else { return nil }
        let notes = [UInt8](content.dropFirst(6))
        let isLittle = notes.starts(with: Array("II".utf8))
        func number16(_ place: Int) -> Int? {
            notes.bigEndian16(at: place).map { isLittle ? Int(UInt16($0).byteSwapped) : $0 }
        }
        func number32(_ place: Int) -> Int? {
            notes.bigEndian32(at: place).map { isLittle ? Int(UInt32($0).byteSwapped) : $0 }
        }
        guard number16(2) == 42, let directory = number32(4), let entries = number16(directory) else { return nil }
        for entry in 0..<entries {
            let place = directory + 2 + entry * 12
            guard let tag = number16(place) else { return nil }
            guard tag == 0x0112 else { continue }
            guard let value = number16(place + 8), (2...8).contains(value) else { return nil }
            self.value = value
            return
        }
        return nil
    }

    /// A segment that says this and nothing else.
    var segment: [UInt8] {
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(value), 0, 0] + [0, 0, 0, 0]
    }
}
