import AppexSystem
import Glibc
import Testing

/// The files, sockets and pipes that this process has open, as the kernel lists them.
///
/// Tests that count run in an exit test: in a process of their own no other test opens or closes one.
/// Epolls, events and timers are left out, since the threads of Dispatch make theirs at any time.
func openDescriptors() throws -> Set<CInt> {
    try allDescriptors().filter { number in
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { link in
            guard let start = link.baseAddress else { return false }
            let count = readlink("/proc/self/fd/\(number)", start, link.count)
            return count > 0 && !link[..<count].starts(with: "anon_inode:".utf8CString.dropLast())
        }
    }
}

/// Every descriptor of this process.
func allDescriptors() throws -> Set<CInt> {
    let directory = try #require(opendir("/proc/self/fd"))
    defer { closedir(directory) }
    var found: Set<CInt> = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = CInt(name), number != dirfd(directory) { found.insert(number) }
    }
    return found
}

func isOpen(_ number: CInt) -> Bool { fcntl(number, F_GETFD) >= 0 }

/// The first descriptor of a bag; the macros for this cannot hold what cannot be copied.
func requireFirst(_ bag: DescriptorBag) throws -> Descriptor {
    guard let descriptor = bag.take() else {
        Issue.record("the bag is empty")
        throw CancellationError()
    }
    return descriptor
}
