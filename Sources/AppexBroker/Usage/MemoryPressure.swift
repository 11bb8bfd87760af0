import AppexModel
import AppexSystem
import SystemPackage

/// Whether the machine is short of memory, as the kernel tells at this moment.
///
/// Source: https://docs.kernel.org/accounting/psi.html
struct MemoryPressure: Sendable {
    /// The file with the kernel's pressure stall information.
    let file: FilePath
    let limits: ParkingLimits

    /// Whether memory should be given back rather than used in advance. What the kernel does not tell counts as well.
    var isHigh: Bool {
        if let stalled = Self.stalledTime(in: SystemFile.text(file.string)), stalled >= limits.memoryPressure {
            return true
        }
        guard let available = Self.availableMemory(in: SystemFile.text("/proc/meminfo")) else { return false }
        return available < limits.availableMemory
    }

    /// The percentage of the last ten seconds in which something waited for memory.
    static func stalledTime(in text: String) -> Double? {
        let line = text.parts(at: "\n").first { $0.begins(with: "some ") }
        let field = line?.parts(at: " ").first { $0.begins(with: "avg10=") }
        return field.flatMap { Double($0.dropFirst("avg10=".count)) }
    }

    /// The percentage of the memory that programs can have.
    static func availableMemory(in text: String) -> Double? {
        func amount(_ name: String) -> Double? {
            let line = text.parts(at: "\n").first { $0.begins(with: name) }
            return line?.parts(at: " ").dropFirst().first.flatMap { Double($0) }
        }
        guard let total = amount("MemTotal:"), let available = amount("MemAvailable:"), total > 0 else { return nil }
        return available / total * 100
    }
}
