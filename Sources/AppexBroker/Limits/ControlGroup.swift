package import AppexSystem
import Glibc
package import SystemPackage

/// The control group of one extension process: the kernel counts its memory, and ends the process when it has no more.
package struct ControlGroup: Sendable, Hashable {
    /// The folder that stands for the group in the file system.
    package let folder: FilePath
    let version: ControlGroupTree.Version

    /// Bytes that it may have.
    func limit(memory bytes: UInt64) throws(Errno) {
        switch version {
        case .one:
            // The second limit counts memory that was written to a disk, too; it is not there without swap accounting. It
            // is never below the first: to raise both, it is written first, and to lower them, last.
            try? write("memory.memsw.limit_in_bytes", bytes)
            try write("memory.limit_in_bytes", bytes)
            try? write("memory.memsw.limit_in_bytes", bytes)
        case .two:
            try write("memory.max", bytes)
            try? write("memory.swap.max", 0)
        }
    }

    /// Its share of the processors beside others, where the kernel distributes them by these groups.
    ///
    /// - Parameter weight: 1 to 10,000; 100 is usual.
    /// - Returns: false where it does not.
    func share(weight: UInt64) -> Bool {
        guard version == .two else { return false }
        return (try? write("cpu.weight", weight)) != nil
    }

    private func write(_ name: String, _ value: UInt64) throws(Errno) {
        try SystemFile.write("\(value)", to: folder.appending(name))
    }

    /// Opens what the launcher needs to start a process in the group: the list of members, and in version 2 the folder.
    ///
    /// - Throws: the kernel's error when they cannot be opened.
    package func openMembers() throws(Errno) -> DescriptorBag {
        // In version 1 the list of threads: a thread that adds itself there need not wait for all other processes.
        let bag = DescriptorBag(
            try Descriptor(opening: folder.appending(version == .one ? "tasks" : "cgroup.procs"), O_WRONLY))
        if version == .two { bag.append(try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)) }
        return bag
    }

    /// The most memory that it ever had; nil where the kernel does not tell.
    package var peak: UInt64? {
        let name = version == .one ? "memory.max_usage_in_bytes" : "memory.peak"
        return UInt64(SystemFile.text(folder.appending(name).string).prefix { $0.isNumber })
    }

    /// How many of its processes the kernel has ended because it had no more memory.
    package var outOfMemoryKills: UInt64 {
        let name = version == .one ? "memory.oom_control" : "memory.events"
        return SystemFile.values(folder.appending(name).string)["oom_kill"] ?? 0
    }
}
