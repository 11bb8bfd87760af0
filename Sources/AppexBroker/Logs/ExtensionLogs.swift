import AppexModel
import AppexSystem
import CoreMetrics
import SystemPackage

/// What extensions print, in two bounded files each.
struct ExtensionLogs {
    private let layout: DeviceLayout
    private let loop: EventLoop
    private let dropped: Counter
    /// The processes of one extension, of two versions around an update, write to one file.
    private var files: [BundleIdentifier: WeakFile] = [:]

    private struct WeakFile {
        weak var file: RotatingFile?
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
        return (ExtensionOutput(input, into: file(identifier), on: loop, dropped: dropped), writing)
    }

    private mutating func file(_ identifier: BundleIdentifier) -> RotatingFile {
        if let file = files[identifier]?.file { return file }
        let file = RotatingFile(layout.log(of: identifier))
        files = files.filter { $0.value.file != nil }
        files[identifier] = WeakFile(file: file)
        return file
    }
}
