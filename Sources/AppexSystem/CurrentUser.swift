import Glibc

/// The user of this process.
package enum CurrentUser {
    /// The effective user identifier.
    package static var identifier: UInt32 { geteuid() }
}

/// Facts about this process, and settings of it.
package enum CurrentProcess {
    /// The process identifier.
    package static var identifier: Int32 { getpid() }
    /// The process identifier of the parent.
    package static var parent: Int32 { getppid() }

    /// The current environment variables.
    package static var environment: [String: String] {
        var result: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            // Own text: a file of the system.
            if let equals = text.firstIndex(of: "=") {
                result[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next += 1
        }
        return result
    }

    /// Raises the limit of open descriptors to the maximum that this process may have.
    package static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // If this fails, the old limit remains, which is sufficient for ordinary use.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
