import AppexSystem
import Glibc
import SystemPackage
import Testing

@Suite struct ProcessHandleTests {
    @Test func `a process is opened by its own parents alone`() throws {
        let own = getpid()
        let handle = try ProcessHandle(own, parents: [getppid()])
        try handle.send(0)
        #expect(throws: Errno.noSuchProcess) { try ProcessHandle(own, parents: [own]) }
        #expect(throws: Errno.noSuchProcess) { try ProcessHandle(own, parents: [getppid(), own]) }
    }

    @Test func `a process that has ended cannot be opened, and takes no signal`() throws {
        let pair = try PacketSocket.pair()
        let pid = try ChildProcess.start(
            "/bin/cat", [], environment: [:], passing: pair.second, as: 3)
        let handle = try ProcessHandle(pid, parents: [getpid()])
        try handle.send(SIGKILL)
        #expect(waitpid(pid, nil, 0) == pid)
        #expect(throws: Errno.noSuchProcess) { try handle.send(SIGSTOP) }
        #expect(throws: Errno.noSuchProcess) { try ProcessHandle(pid, parents: [getpid()]) }
    }

    @Test(arguments: [0, -1, Int32.max]) func `a number that no process has is refused`(pid: Int32) {
        #expect(throws: Errno.self) { try ProcessHandle(pid, parents: []) }
    }
}
