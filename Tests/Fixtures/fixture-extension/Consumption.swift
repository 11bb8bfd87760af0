import Foundation
import Glibc
import OpenExtensionFoundation

/// Using up what there is.
extension Request {
    /// What the process knows of its limits.
    static var limits: [String: Any] {
        let info = ProcessInfo.processInfo
        return [
            "memoryLimit": Int(info.memoryLimit ?? 0), "usedMemory": Int(info.usedMemory ?? 0),
            "availableMemory": Int(info.availableMemory ?? 0),
            "requestProcessorTime": info.requestProcessorTimeLimit ?? 0,
            "containerSize": Int(info.containerSizeLimit ?? 0), "openRequests": info.openRequestLimit ?? 0,
        ]
    }

    /// Takes a mebibyte of memory, for as long as the process lives.
    ///
    /// - Parameter shared: of a kind that no limit of mapped memory counts.
    static func takeMebibyte(shared: Bool = false) -> Bool {
        let flags = MAP_ANONYMOUS | (shared ? MAP_SHARED : MAP_PRIVATE)
        guard let memory = mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
            return false
        }
        memset(memory, 7, 1 << 20)
        return true
    }

    /// Never answers.
    func takeMemory() {
        let isShared = text == "shared"
        Self.keep(self)
        DispatchQueue.global().async {
            // The kernel may give no more, which is not the end that the test waits for.
            while true { if !Self.takeMebibyte(shared: isShared) { usleep(1000) } }
        }
    }

    /// Takes nine tenths of what it may have, waits until it is told in each of the ways that there are, and answers.
    func takeMemoryUntilWarned(_ principal: FixturePrincipal) {
        let warnings = ProcessInfo.processInfo.memoryWarnings
        _ = NotificationCenter.default.addObserver(
            forName: .NSExtensionDidReceiveMemoryWarning, object: nil, queue: nil
        ) { _ in Self.say("notified, on the main thread: \(Thread.isMainThread)") }
        let box = Unchecked(principal)
        Task.detached { [self] in
            let limit = ProcessInfo.processInfo.memoryLimit ?? 0
            while let used = ProcessInfo.processInfo.usedMemory, used < limit / 10 * 9, Self.takeMebibyte() {}
            for await warning in warnings {
                // Behind the notification and the call of the principal object, which come on the main thread.
                DispatchQueue.main.async { [self] in
                    DispatchQueue.main.async { [self] in
                        complete(userInfo: [
                            "limit": Int(warning.memoryLimit), "used": Int(warning.usedMemory),
                            "isWarned": box.value.isWarned,
                        ])
                    }
                }
                break
            }
        }
    }

    /// Never answers.
    func compute() {
        Self.keep(self)
        for _ in 0..<(Int(text) ?? 1) { Thread.detachNewThread { while true {} } }
    }

    /// Never answers; or, if the text says "later", answers first and goes on in an expiring activity.
    func takeDisk() {
        Self.keep(self)
        if text == "later" {
            ProcessInfo.processInfo.performExpiringActivity(withReason: "it has much to write") { isExpired in
                if !isExpired { sleep(60) }
            }
            complete(text: "later")
        }
        let path = NSTemporaryDirectory() + "/disk"
        DispatchQueue.global().async {
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            let bytes = [UInt8](repeating: 7, count: 1 << 20)
            // Slower than a disk, so that a broker that never looks does not fill the machine's.
            while true {
                _ = write(file, bytes, bytes.count)
                usleep(2000)
            }
        }
    }
}

/// A value that is only used on the main thread.
private struct Unchecked<Value>: @unchecked Sendable {  // a task carries it, the main thread alone uses it
    let value: Value

    init(_ value: Value) { self.value = value }
}
