import Foundation
import OpenFoundation
import Synchronization

/// Coordinates its access to files as the lines of its standard input say, and prints what happens. Every access runs on a
/// thread of its own until it is told to end.
///
///     access ID read|write OPTIONS PATH [read|write OPTIONS PATH]...     through one coordinator, in one call
///     inside OUTER ID read|write OPTIONS PATH                             another coordinator, in the accessor of OUTER
///     batch ID read|write OPTIONS PATH [read|write OPTIONS PATH]...      prepares items for accesses of one coordinator
///     part BATCH ID read|write OPTIONS PATH                              one of these accesses
///     presented ID PRESENTER read|write OPTIONS PATH                      with the presenter as the coordinator's
///     onqueue ID PRESENTER read|write OPTIONS PATH                        on the presenter's queue, without it
///     move ID FROM TO        moves an item in the accessor of ID
///     end ID                 lets the accessor of ID return
///     cancel ID
///     present PRESENTER LIMIT BEHAVIOUR PATH     BEHAVIOUR: answers, silent, fails, slow, watches
///     free PRESENTER         lets a slow presenter answer
///     withdraw PRESENTER
///     quit
@main enum FixtureCoordination {
    static func main() {
        let accesses = Accesses()
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            guard let first = words.first else { continue }
            switch first {
            case "access": accesses.start(words[1], Array(words[2...]))
            case "inside": accesses.tell(words[1], .run { accesses.start(words[2], Array(words[3...]), inPlace: true) })
            case "batch": accesses.startBatch(words[1], Array(words[2...]))
            case "part":
                accesses.tell(words[1], .run { accesses.startPart(of: words[1], words[2], Array(words[3...])) })
            case "presented": accesses.start(words[1], Array(words[3...]), presenter: words[2])
            case "onqueue": accesses.startOnQueue(words[1], Array(words[3...]), presenter: words[2])
            case "move": accesses.tell(words[1], .move(words[2], words[3]))
            case "end": accesses.tell(words[1], .end)
            case "cancel": accesses.cancel(words[1])
            case "present": accesses.present(words[1], limit: words[2], words[3], words[4])
            case "free": accesses.free(words[1])
            case "withdraw": accesses.withdraw(words[1])
            case "quit": exit(0)
            default: say("unknown \(line)")
            }
        }
    }
}

/// Prints a line at once.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    bytes.withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// What an accessor is told.
enum Order: Sendable {
    case end
    case move(String, String)
    case run(@Sendable () -> Void)
}

/// The accesses and presenters of this process.
final class Accesses: Sendable {
    private final class Access: Sendable {
        let coordinator: NSFileCoordinator
        private let orders = Mutex<[Order]>([])
        private let isThere = DispatchSemaphore(value: 0)

        init(_ coordinator: NSFileCoordinator) { self.coordinator = coordinator }

        func tell(_ order: Order) {
            orders.withLock { $0.append(order) }
            isThere.signal()
        }

        func next() -> Order {
            isThere.wait()
            return orders.withLock { $0.removeFirst() }
        }
    }

    private let accesses = Mutex<[String: Access]>([:])
    private let presenters = Mutex<[String: Presenter]>([:])

    func start(_ name: String, _ words: [String], presenter: String? = nil, inPlace: Bool = false) {
        let presenter = presenter.flatMap { name in presenters.withLock { $0[name] } }
        let access = Access(NSFileCoordinator(filePresenter: presenter))
        accesses.withLock { $0[name] = access }
        if inPlace {
            run(name, words, access)
        } else {
            Thread.detachNewThread { self.run(name, words, access) }
        }
    }

    func startBatch(_ name: String, _ words: [String]) {
        let access = Access(NSFileCoordinator(filePresenter: nil))
        accesses.withLock { $0[name] = access }
        Thread.detachNewThread {
            let items = Self.items(words)
            let read = items.filter { !$0.isWriting }
            let written = items.filter(\.isWriting)
            var error: NSError?
            access.coordinator.prepare(
                forReadingItemsAt: read.map(\.url), options: .init(rawValue: read.first?.options ?? 0),
                writingItemsAt: written.map(\.url), options: .init(rawValue: written.first?.options ?? 0), error: &error
            ) { done in
                self.accessor(name, access)(items.map(\.url))
                done()
            }
            self.report(name, error)
        }
    }

    /// An access of the coordinator of a batch.
    func startPart(of batch: String, _ name: String, _ words: [String]) {
        guard let coordinator = accesses.withLock({ $0[batch] })?.coordinator else { return }
        let access = Access(coordinator)
        accesses.withLock { $0[name] = access }
        run(name, words, access)
    }

    func startOnQueue(_ name: String, _ words: [String], presenter: String) {
        let access = Access(NSFileCoordinator(filePresenter: nil))
        accesses.withLock { $0[name] = access }
        presenters.withLock { $0[presenter] }?.presentedItemOperationQueue.addOperation {
            self.run(name, words, access)
        }
    }

    func tell(_ name: String, _ order: Order) { accesses.withLock { $0[name] }?.tell(order) }

    func cancel(_ name: String) { accesses.withLock { $0[name] }?.coordinator.cancel() }

    private static func items(_ words: [String]) -> [(isWriting: Bool, options: UInt, url: URL)] {
        stride(from: 0, to: words.count, by: 3).map { index in
            (words[index] == "write", UInt(words[index + 1]) ?? 0, URL(fileURLWithPath: words[index + 2]))
        }
    }

    /// An accessor that follows orders until it is told to return.
    private func accessor(_ name: String, _ access: Access) -> @Sendable ([URL]) -> Void {
        { urls in
            say("in \(name) \(urls.map(\.path).joined(separator: " "))")
            while true {
                switch access.next() {
                case .end: return
                case .run(let body): body()
                case .move(let from, let to):
                    let (from, to) = (URL(fileURLWithPath: from), URL(fileURLWithPath: to))
                    access.coordinator.item(at: from, willMoveTo: to)
                    do {
                        try FileManager.default.moveItem(at: from, to: to)
                        access.coordinator.item(at: from, didMoveTo: to)
                        say("moved \(name)")
                    } catch {
                        say("not-moved \(name)")
                    }
                }
            }
        }
    }

    private func report(_ name: String, _ error: NSError?) {
        if let error {
            say("failed \(name) \(error.domain) \(error.code) \(error.localizedDescription)")
        } else {
            say("out \(name)")
        }
    }

    private func run(_ name: String, _ words: [String], _ access: Access) {
        var error: NSError?
        let coordinator = access.coordinator
        let accessor = accessor(name, access)
        let items = Self.items(words)
        if items.count == 1, let item = items.first {
            if item.isWriting {
                coordinator.coordinate(
                    writingItemAt: item.url, options: .init(rawValue: item.options), error: &error
                ) { accessor([$0]) }
            } else {
                coordinator.coordinate(
                    readingItemAt: item.url, options: .init(rawValue: item.options), error: &error
                ) { accessor([$0]) }
            }
        } else {
            let intents = items.map { item in
                item.isWriting
                    ? NSFileAccessIntent.writingIntent(with: item.url, options: .init(rawValue: item.options))
                    : NSFileAccessIntent.readingIntent(with: item.url, options: .init(rawValue: item.options))
            }
            let isOver = DispatchSemaphore(value: 0)
            let failure = Mutex<NSError?>(nil)
            coordinator.coordinate(with: intents, queue: OperationQueue()) { problem in
                if let problem { failure.withLock { $0 = problem as NSError } } else { accessor(intents.map(\.url)) }
                isOver.signal()
            }
            isOver.wait()
            error = failure.withLock { $0 }
        }
        report(name, error)
    }

    func present(_ name: String, limit: String, _ behaviour: String, _ path: String) {
        let presenter = Presenter(name, path, limit: Double(limit) ?? 10, behaviour)
        presenters.withLock { $0[name] = presenter }
        NSFileCoordinator.addFilePresenter(presenter)
        say("presents \(name)")
    }

    func free(_ name: String) { presenters.withLock { $0[name] }?.free() }

    func withdraw(_ name: String) {
        guard let presenter = presenters.withLock({ $0.removeValue(forKey: name) }) else { return }
        NSFileCoordinator.removeFilePresenter(presenter)
        say("withdrawn \(name)")
    }
}
