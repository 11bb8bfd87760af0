package import AppexModel

/// A limit that an extension has exceeded.
package enum LimitBreach: Sendable, Hashable {
    /// Bytes.
    case memory(used: UInt64, limit: UInt64)
    case processorTime(used: Duration, limit: Duration)
    /// Bytes.
    case container(used: UInt64, limit: UInt64)
    /// More files and folders, or deeper ones, than are counted; or some that cannot be.
    case containerTooIntricate

    /// The limit that was exceeded.
    package var key: LimitKey {
        switch self {
        case .memory: .memory
        case .processorTime: .requestProcessorTime
        case .container, .containerTooIntricate: .containerSize
        }
    }

    /// What it did, behind its name.
    package var sentence: String {
        switch self {
        case .memory(let used, let limit):
            "used \(LimitText.mebibytes(used)) of \(LimitText.mebibytes(limit)) of memory"
        case .processorTime(let used, let limit):
            "used \(used.inSeconds) of \(limit.inSeconds) of processor time for its requests"
        case .container(let used, let limit):
            "keeps \(LimitText.mebibytes(used)) of \(LimitText.mebibytes(limit)) in its container"
        case .containerTooIntricate:
            "keeps over \(ContainerSize.entryLimit) files, over \(ContainerSize.depthLimit) folders in each other, or "
                + "unreadable folders, in its container"
        }
    }

    /// For a report: bytes, or seconds.
    var report: ExtensionReport.Limit? {
        switch self {
        case .memory(let used, let limit), .container(let used, let limit):
            .init(name: key.rawValue, used: Double(used), value: Double(limit))
        case .processorTime(let used, let limit):
            .init(name: key.rawValue, used: used / .seconds(1), value: limit / .seconds(1))
        case .containerTooIntricate: nil
        }
    }
}
