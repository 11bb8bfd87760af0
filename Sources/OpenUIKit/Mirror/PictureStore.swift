import OpenViewTree

/// The images that the host holds. Each is sent once, however many nodes show it.
@MainActor
final class PictureStore {
    private struct Entry {
        let number: UInt32
        /// Kept alive, so that no other object gets its address.
        let source: any ImageSource
        let byteCount: Int
        var uses = 0
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var lastNumber: UInt32 = 0
    private var byteCount = 0
    private var waiting: [(UInt32, [UInt8])] = []

    /// Counts a node that shows an image.
    ///
    /// - Returns: the identifier of the image; `nil` when there is no image, or it cannot be encoded or exceeds the
    ///   limits.
    func retain(_ source: (any ImageSource)?) -> UInt32? {
        guard let source else { return nil }
        let key = ObjectIdentifier(source)
        if entries[key] == nil {
            guard entries.count < ViewLimits.images, let bytes = source.encodedForDisplay(),
                bytes.count <= ViewLimits.imageBytes, byteCount + bytes.count <= ViewLimits.allImageBytes
            else { return nil }
            lastNumber += 1
            byteCount += bytes.count
            entries[key] = Entry(number: lastNumber, source: source, byteCount: bytes.count)
            waiting.append((lastNumber, bytes))
        }
        entries[key]?.uses += 1
        return entries[key]?.number
    }

    /// Counts a node that no longer shows an image.
    func release(_ source: (any ImageSource)?) {
        guard let source else { return }
        entries[ObjectIdentifier(source)]?.uses -= 1
    }

    /// The images to send before the next update.
    func takeNew() -> [(UInt32, [UInt8])] {
        defer { waiting = [] }
        return waiting
    }

    /// The images that no node shows after an update, which the host may release.
    func takeUnused() -> [UInt32] {
        let unused = entries.filter { $0.value.uses <= 0 }
        for (key, entry) in unused {
            entries[key] = nil
            byteCount -= entry.byteCount
        }
        return unused.map(\.value.number).sorted()
    }
}
