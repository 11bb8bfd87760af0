/// Values by path, which are found at a path and in a folder without looking at all others.
struct PathIndex<Value: Hashable & Sendable>: Sendable {
    private var values: [ItemPath: [Value]] = [:]
    /// The paths of `values`, sorted.
    private var paths: [ItemPath] = []

    /// Adds a value. A path may have several, which keep their order.
    mutating func insert(_ value: Value, at path: ItemPath) {
        if values[path] == nil { paths.insert(path, at: position(of: path)) }
        values[path, default: []].append(value)
    }

    /// Removes a value from a path, once.
    mutating func remove(_ value: Value, at path: ItemPath) {
        // The last one first, as those are removed that were added last when a process ends.
        guard let place = values[path]?.lastIndex(of: value) else { return }
        values[path]?.remove(at: place)
        guard values[path]?.isEmpty == true else { return }
        values[path] = nil
        paths.remove(at: position(of: path))
    }

    /// The values at a path, in the order in which they were added.
    subscript(path: ItemPath) -> [Value] { values[path] ?? [] }

    /// The values at all paths inside of a folder, at any depth, with their paths.
    func contents(of folder: ItemPath) -> [(path: ItemPath, value: Value)] {
        var result: [(path: ItemPath, value: Value)] = []
        var place = position(of: folder.beforeContents)
        while place < paths.count, folder.contains(paths[place]) {
            for value in self[paths[place]] { result.append((paths[place], value)) }
            place += 1
        }
        return result
    }

    /// Where a path is in `paths`, or belongs.
    private func position(of path: ItemPath) -> Int {
        var low = 0
        var high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle] < path { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
