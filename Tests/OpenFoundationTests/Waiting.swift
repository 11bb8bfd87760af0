import Foundation
import OpenFoundation
import Synchronization
import Testing

/// What happened, in order, from any thread.
final class History: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

/// A value that one piece of code gives and another waits for.
final class Promise<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Value.self) }

    func give(_ value: Value) {
        continuation.yield(value)
        continuation.finish()
    }

    var value: Value {
        get async throws { try #require(await stream.first { _ in true }) }
    }
}

/// A folder for one test.
struct Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("provider-tests-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }

    func file(_ name: String, _ content: Data) throws -> URL {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}

extension NSItemProvider {
    /// Loads a file and looks at it while it is there.
    func file<Value: Sendable>(_ type: String, _ body: @escaping @Sendable (URL) throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            loadFileRepresentation(forTypeIdentifier: type) { url, error in
                continuation.resume(with: Result { try body(try url ?? { throw error ?? CancellationError() }()) })
            }
        }
    }

    /// Loads an object of a class or of a Swift type that stands for one.
    func object<Value: _ObjectiveCBridgeable & SendableMetatype & Sendable>(_ type: Value.Type) async throws -> Value
    where Value._ObjectiveCType: NSItemProviderReading {
        try await withCheckedThrowingContinuation { continuation in
            loadObject(ofClass: type) { value, error in
                continuation.resume(with: Result { try value ?? { throw error ?? CancellationError() }() })
            }
        }
    }

    /// A provider of data that are there.
    convenience init(_ data: Data, _ type: String, visibility: NSItemProviderRepresentationVisibility = .all) {
        self.init()
        registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) {
            $0(data, nil)
            return nil
        }
    }
}

func domainAndCode(_ error: (any Error)?) -> String {
    guard let error = error as NSError? else { return "no error" }
    return "\(error.domain) \(error.code)"
}

/// A point at which a number of threads wait for each other.
final class Meeting: Sendable {
    private let size: Int
    private let arrived = Mutex(0)
    private let isComplete = DispatchSemaphore(value: 0)

    init(of size: Int) { self.size = size }

    /// Waits until all have come.
    func wait() {
        let isLast = arrived.withLock { arrived in
            arrived += 1
            return arrived == size
        }
        guard isLast else { return isComplete.wait() }
        for _ in 1..<size { isComplete.signal() }
    }
}
