import OpenViewTree

/// The pictures that the host has, each sent once however many nodes show it.
@MainActor
final class PictureStore {
    private struct Entry {
        let number: UInt32
        /// Kept, so that no other object gets its address.
        let source: any ImageSource
        let byteCount: Int
        var uses = 0
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var lastNumber: UInt32 = 0
    private var byteCount = 0
    private var waiting: [(UInt32, [UInt8])] = []

    /// A node shows this picture.
    ///
    /// - Returns: its number; nil for no picture, one that cannot be written, and one that is too much for the host.
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

    /// A node shows this picture no longer.
    func release(_ source: (any ImageSource)?) {
        guard let source else { return }
        entries[ObjectIdentifier(source)]?.uses -= 1
    }

    /// The pictures that have to be sent before the next update.
    func takeNew() -> [(UInt32, [UInt8])] {
        defer { waiting = [] }
        return waiting
    }

    /// The pictures that no node shows any longer, after an update that says so.
    func takeUnused() -> [UInt32] {
        let unused = entries.filter { $0.value.uses <= 0 }
        for (key, entry) in unused {
            entries[key] = nil
            byteCount -= entry.byteCount
        }
        return unused.map(\.value.number).sorted()
    }
}
