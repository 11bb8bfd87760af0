import AppexModel
import AppexSystem
import Glibc
package import SystemPackage

/// Where in a control group file system a device has its groups: one folder, in it one group for each process.
package struct ControlGroupTree: Sendable, Hashable {
    /// The two interfaces of the kernel, which name their files differently.
    package enum Version: Sendable, Hashable {
        case one, two
    }

    /// The device's own folder. The folder around it is there, and may be written to.
    package let folder: FilePath
    /// The interface of the file system.
    package let version: Version

    /// Names a folder that need not exist yet.
    package init(folder: FilePath, version: Version) {
        self.folder = folder
        self.version = version
    }

    /// The places that may do on this machine, the best first. Whether one does shows only when it is used.
    ///
    /// In version 2 groups have to lie where this broker's user may make them and may move processes to: somewhere
    /// above its own group, as near as possible, where memory is handed on to the groups inside. In version 1 nobody
    /// but root makes groups, and the top of the tree is the one place that is not somebody else's to tidy up.
    ///
    /// - Parameter name: of the device's folder.
    /// - Parameter mounts: the text of `/proc/self/mountinfo`.
    /// - Parameter own: the text of `/proc/self/cgroup`.
    package static func candidates(name: String, mounts: String, own: String) -> [ControlGroupTree] {
        let mounts = mounts.parts(at: "\n").compactMap(Mount.init)
        let unified = mounts.first { $0.kind == "cgroup2" }.map { above($0, own: own) } ?? []
        let single = mounts.filter { $0.kind == "cgroup" && $0.options.contains("memory") }.map(\.point)
        return unified.map { ControlGroupTree(folder: $0.appending(name), version: .two) }
            + single.map { ControlGroupTree(folder: $0.appending(name), version: .one) }
    }

    /// The places that may do on this machine, for this process.
    static func candidates(name: String) -> [ControlGroupTree] {
        candidates(
            name: name, mounts: SystemFile.text("/proc/self/mountinfo"), own: SystemFile.text("/proc/self/cgroup"))
    }

    /// The folders from this process's own group up to the mount that hand memory on.
    private static func above(_ mount: Mount, own: String) -> [FilePath] {
        guard let line = own.parts(at: "\n").first(where: { $0.begins(with: "0::") }) else { return [] }
        var group = FilePath(String(line.dropFirst(3)))
        guard group.removePrefix(mount.root) else { return [] }
        var result: [FilePath] = []
        while true {
            let folder = mount.point.pushing(group)
            let handedOn = SystemFile.text(folder.appending("cgroup.subtree_control").string)
            // Own text: words of the kernel.
            if handedOn.split(whereSeparator: \.isWhitespace).contains("memory") { result.append(folder) }
            guard group.removeLastComponent() else { return result }
        }
    }

    /// A line of `/proc/self/mountinfo`, as far as it matters here (proc(5)).
    private struct Mount {
        let root: FilePath
        let point: FilePath
        let kind: Substring
        let options: [Substring]

        init?(_ line: Substring) {
            let fields = line.parts(at: " ")
            // Own text: fields of the kernel.
            guard let mark = fields.firstIndex(of: "-"), mark > 5, fields.count > mark + 3 else { return nil }
            root = FilePath(String(fields[3]))
            point = FilePath(String(fields[4]))
            kind = fields[mark + 1]
            options = fields[mark + 3].parts(at: ",")
        }
    }
}
