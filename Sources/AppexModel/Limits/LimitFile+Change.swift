import AppexSystem
package import SystemPackage

extension LimitFile {
    /// Reads the limits file of a device; without one there are no overrides.
    package static func read(_ layout: DeviceLayout) -> (overrides: LimitOverrides, problems: [LimitError]) {
        do throws(Errno) {
            let bytes = try FileContent.prefix(of: layout.limits, limit: byteLimit + 1)
            return read(bytes, file: layout.limits)
        } catch .noSuchFileOrDirectory {
            return (LimitOverrides(), [])
        } catch {
            return (LimitOverrides(), [LimitError(file: layout.limits, key: "", problem: "\(error)")])
        }
    }

    /// Changes the limits file of a device.
    ///
    /// Changes by several processes at once take turns by a lock file, so that none is lost. The call blocks for as
    /// long as another change takes, which is the time to read and write one small file.
    ///
    /// - Parameter body: changes the overrides. When it throws, the file stays as it is.
    /// - Returns: what `body` returns.
    /// - Throws: ``LimitChangeError`` when the file cannot be changed, which then stays as it is; whatever `body` throws.
    package static func change<Result>(
        _ layout: DeviceLayout, _ body: (inout LimitOverrides) throws -> Result
    ) throws -> Result {
        let lock = try Self.lock(of: layout)
        defer { withExtendedLifetime(lock) {} }
        let (known, problems) = read(layout)
        // An entry that is not understood would be lost.
        if let problem = problems.first { throw LimitChangeError.invalid(problem) }
        var overrides = known
        let result = try body(&overrides)
        let bytes = try Self.bytes(of: overrides)
        // A longer file would not be read any more, and no limit in it would count.
        guard bytes.count <= byteLimit else {
            throw LimitChangeError.unwritable(layout.limits, "it would have more than \(byteLimit >> 10) KiB")
        }
        do throws(Errno) {
            try WholeFile.replace(layout.limits, with: bytes)
        } catch {
            throw LimitChangeError.unwritable(layout.limits, "\(error)")
        }
        return result
    }

    private static func lock(of layout: DeviceLayout) throws(LimitChangeError) -> FileLock {
        do throws(Errno) {
            return try FileLock.waiting(for: layout.limitsLock)
        } catch {
            throw .unwritable(layout.limitsLock, "\(error)")
        }
    }
}

/// Why the limits file of a device could not be changed.
package enum LimitChangeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file contains an entry that is not understood.
    case invalid(LimitError)
    /// The file at a path cannot be written, and why.
    case unwritable(FilePath, String)

    /// One sentence: what could not be changed, why, and what to do.
    package var description: String {
        switch self {
        case .invalid(let problem): "Cannot change the limits file until this is corrected: \(problem)."
        case .unwritable(let path, let why): "Cannot write \(path): \(why)."
        }
    }
}
