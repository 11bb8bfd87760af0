import AppexSystem
import Glibc
import SystemPackage
import Testing

@Suite struct ProcessHandleTests {
    /// Runs `body` with a child that does nothing until it is killed; reaps it.
    ///
    /// - Returns: the signal that ended it.
    private func withChild(_ body: (_ pid: Int32) throws -> Void) throws -> Int32 {
        let pipe = try AppexSystem.Pipe.make()
        let pid = try ChildProcess.start("/bin/sleep", ["600"], environment: [:], passing: pipe.first, as: 3)
        try body(pid)
        var status: Int32 = 0
        #expect(waitpid(pid, &status, 0) == pid)
        return status & 0x7F
    }

    @Test(arguments: [SIGKILL, SIGSEGV])
    func `a signal reaches the process`(signal: Int32) throws {
        let end = try withChild { pid in try ProcessHandle(pid: pid, childOf: getpid()).send(signal) }
        #expect(end == signal)
    }

    @Test func `a process that has ended and been reaped gets nothing, whoever has its number`() throws {
        var pid: Int32 = 0
        _ = try withChild { child in
            pid = child
            try ProcessHandle(pid: child).send(SIGKILL)
        }
        #expect(throws: Errno.noSuchProcess) { try ProcessHandle(pid: pid, childOf: getpid()).send(0) }
    }

    @Test func `a handle outlives its process`() throws {
        let pipe = try AppexSystem.Pipe.make()
        let pid = try ChildProcess.start("/bin/sleep", ["600"], environment: [:], passing: pipe.first, as: 3)
        let handle = try ProcessHandle(pid: pid)
        try handle.send(SIGKILL)
        #expect(waitpid(pid, nil, 0) == pid)
        var refusal: Errno?
        do throws(Errno) { try handle.send(SIGKILL) } catch { refusal = error }
        #expect(refusal == .noSuchProcess)
    }

    @Test func `somebody else's child is not taken for one's own`() throws {
        _ = try withChild { pid in
            #expect(throws: Errno.noSuchProcess) { _ = try ProcessHandle(pid: pid, childOf: 1) }
            try ProcessHandle(pid: pid).send(SIGKILL)
        }
    }

    @Test(arguments: [0, -1, Int32.max])
    func `a number that is no process's is refused`(pid: Int32) {
        #expect(throws: Errno.self) { _ = try ProcessHandle(pid: pid) }
    }
}
