import AppexModel
import AppexProtocol
import SystemPackage
import Glibc

/// How the memory of extensions is limited on this machine: by control groups where they may be used, by polling
/// elsewhere.
package struct MemoryControl: Sendable {
    /// nil where they may not be used.
    package let groups: ControlGroups?
    /// In words.
    package let means: String
    /// Why it is not the best one; nil where it is.
    package let shortcoming: String?

    /// What the device's owner may ask for.
    package enum Choice: String, Sendable, CaseIterable {
        /// The best that there is.
        case best
        /// No control groups.
        case polling
    }

    /// Mapped memory beyond the limit that a process may have where nothing counts the used: threads map 8 MiB of
    /// stack each and use little of it. It bounds what can be taken between two looks.
    package static let mappedAllowance: UInt64 = 1 << 30

    /// Tries the places in their order, and takes the first that works.
    package init(_ choice: Choice, candidates: [ControlGroupTree], memory: UInt64) {
        var why = choice == .polling ? "APPEX_MEMORY_CONTROL asks for it" : "no control group hands on memory"
        for tree in choice == .polling ? [] : candidates {
            do throws(Errno) {
                groups = try ControlGroups(tree, memory: memory)
                means = "control group, version \(tree.version == .one ? 1 : 2), in \(tree.folder)"
                shortcoming = nil
                return
            } catch {
                why = "control groups in \(tree.folder.removingLastComponent()): \(error)"
            }
        }
        groups = nil
        means = "looking at /proc again and again, and a limit of mapped memory"
        shortcoming = why
    }

    /// What is said about it to clients.
    var record: CheckRecord {
        CheckRecord(
            name: "memory", stands: groups != nil, detail: means + (shortcoming.map { ", because \($0)" } ?? ""))
    }
}

extension ResourceLimits {
    /// What the kernel keeps for a process whose memory is limited by these means.
    init(_ limits: ExtensionLimits, _ control: MemoryControl) {
        let (mapped, overflow) = limits.memory.addingReportingOverflow(MemoryControl.mappedAllowance)
        self.init(limits, dataSize: control.groups == nil && !overflow ? mapped : nil)
    }
}
