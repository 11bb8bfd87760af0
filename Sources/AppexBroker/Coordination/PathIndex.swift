/// Values by path, which are found at a path and in a folder without looking at all others.
struct PathIndex<Value: Hashable & Sendable>: Sendable {
    private var buckets: [ItemPath: PathBucket<Value>] = [:]
    /// The paths of `buckets`, sorted.
    private var paths: [ItemPath] = []

    /// Adds a value to a path, unless it is there already. The values of a path keep their order.
    mutating func insert(_ value: Value, at path: ItemPath) {
        if buckets[path] == nil { paths.insert(path, at: position(of: path)) }
        buckets[path, default: PathBucket()].insert(value)
    }

    /// Removes a value from a path.
    mutating func remove(_ value: Value, at path: ItemPath) {
        buckets[path]?.remove(value)
        guard buckets[path]?.isEmpty == true else { return }
        buckets[path] = nil
        paths.remove(at: position(of: path))
    }

    /// The values at a path, in the order in which they were added.
    subscript(path: ItemPath) -> [Value] { buckets[path]?.values ?? [] }

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
