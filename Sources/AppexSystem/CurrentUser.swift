import Glibc

/// The user this process runs as.
package enum CurrentUser {
    /// The effective user identifier.
    package static var identifier: UInt32 { geteuid() }
}

/// Facts about this process, and settings of it.
package enum CurrentProcess {
    package static var identifier: Int32 { getpid() }
    package static var parent: Int32 { getppid() }

    /// The environment as it is now.
    package static var environment: [String: String] {
        var result: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                result[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next += 1
        }
        return result
    }

    /// Lets this process open as many descriptors as it is allowed to.
    package static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Where it is refused the old limit stays, which is enough for ordinary use.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
