import AppexModel
import AppexSystem
import CoreMetrics
import SystemPackage

/// What extensions print, in two bounded files each.
struct ExtensionLogs {
    private let layout: DeviceLayout
    private let loop: EventLoop
    private let dropped: Counter
    /// The processes of one extension, of two versions around an update, write to one file and share one pace.
    private var logs: [BundleIdentifier: WeakLog] = [:]

    private struct WeakLog {
        weak var file: RotatingFile?
        weak var pace: ReadingPace?
    }

    /// - Parameter dropped: counts the bytes that are not kept.
    init(layout: DeviceLayout, loop: EventLoop, dropped: Counter) {
        self.layout = layout
        self.loop = loop
        self.dropped = dropped
    }

    /// A pipe for the standard output and errors of a new process: what to read it with, and the end for the process.
    mutating func open(_ identifier: BundleIdentifier) throws(Errno) -> (ExtensionOutput, DescriptorBag) {
        let (reading, writing) = try Pipe.make().bags()
        guard let input = reading.take() else { throw .badFileDescriptor }
        let (file, pace) = log(identifier)
        return (ExtensionOutput(input, into: file, at: pace, on: loop, dropped: dropped), writing)
    }

    private mutating func log(_ identifier: BundleIdentifier) -> (RotatingFile, ReadingPace) {
        if let log = logs[identifier], let file = log.file, let pace = log.pace { return (file, pace) }
        let (file, pace) = (RotatingFile(layout.log(of: identifier)), ReadingPace())
        logs = logs.filter { $0.value.file != nil }
        logs[identifier] = WeakLog(file: file, pace: pace)
        return (file, pace)
    }
}
