import AppexModel
import SystemPackage
import Testing

@Suite struct DeviceLayoutTests {
    private let home: FilePath = "/home/someone"

    private func place(_ environment: [String: String]) throws(DeviceLayoutError) -> DevicePlace {
        try DevicePlace(environment: environment, home: home, uid: 1000)
    }

    @Test func `the folders are where Apple's systems have them`() throws {
        let layout = try DeviceLayout(root: "/d")
        #expect(layout.bundleContainers == "/d/Containers/Bundle/Application")
        #expect(layout.appDataContainers == "/d/Containers/Data/Application")
        #expect(layout.extensionDataContainers == "/d/Containers/Data/PluginKitPlugin")
        #expect(layout.groupContainers == "/d/Containers/Shared/AppGroup")
        #expect(layout.registry == "/d/Library/registry.sqlite")
        #expect(layout.reports == "/d/Library/Reports")
        #expect(layout.logs == "/d/Library/Logs")
        #expect(layout.staging == "/d/Library/Staging")
    }

    @Test func `every folder comes after its parent`() throws {
        let folders = try DeviceLayout(root: "/d").folders
        for (index, folder) in folders.enumerated().dropFirst() {
            #expect(folders[..<index].contains(folder.removingLastComponent()))
        }
    }

    @Test func `the environment decides the root in order`() throws {
        #expect(try place([:]).layout.root == "/home/someone/.local/share/appex")
        #expect(try place(["XDG_DATA_HOME": "/data"]).layout.root == "/data/appex")
        #expect(try place(["XDG_DATA_HOME": "/data", "APPEX_ROOT": "/dev1"]).layout.root == "/dev1")
        #expect(try place(["XDG_DATA_HOME": "", "APPEX_ROOT": ""]).layout.root == "/home/someone/.local/share/appex")
    }

    @Test func `relative XDG paths are ignored and a relative root is refused`() throws {
        #expect(try place(["XDG_DATA_HOME": "data"]).layout.root == "/home/someone/.local/share/appex")
        #expect(try place(["XDG_RUNTIME_DIR": "run"]).runtime.folder.starts(with: "/tmp/appex-1000/appex"))
        #expect(throws: DeviceLayoutError.notAbsolute(variable: "APPEX_ROOT", path: "dev")) {
            try place(["APPEX_ROOT": "dev"])
        }
    }

    @Test func `one folder spelled two ways is one device`() throws {
        let first = try place(["APPEX_ROOT": "/a/b"])
        #expect(try place(["APPEX_ROOT": "/a//x/../b/./"]) == first)
        #expect(try place(["APPEX_ROOT": "/a/c"]).runtime != first.runtime)
    }

    @Test func `the runtime folder is named by the FNV-1a hash of the root`() throws {
        let runtime = try place(["APPEX_ROOT": "/a", "XDG_RUNTIME_DIR": "/run/user/1000"]).runtime
        #expect(runtime.folder == "/run/user/1000/appex/07d66707b49cd92d")
        #expect(runtime.brokerSocket == "/run/user/1000/appex/07d66707b49cd92d/broker.sock")
        #expect(runtime.brokerLock == "/run/user/1000/appex/07d66707b49cd92d/broker.lock")
        #expect(runtime.startLock == "/run/user/1000/appex/07d66707b49cd92d/start.lock")
    }

    @Test func `a socket path of 107 bytes is the longest`() throws {
        let rest = "/broker.sock".utf8.count
        let longest = "/" + String(repeating: "x", count: RuntimeDirectory.socketPathBytes - rest - 1)
        #expect(try RuntimeDirectory(folder: FilePath(longest)).brokerSocket.string.utf8.count == 107)
        let error = try #require(throws: DeviceLayoutError.self) {
            try RuntimeDirectory(folder: FilePath(longest + "y"))
        }
        #expect(error == .socketPathTooLong(path: longest + "y/broker.sock"))
        #expect(error.description.contains("108 bytes of at most 107"))
    }

    @Test(arguments: ["/", "//", "/..", "/a/.."])
    func `the root folder of the file system is not a device`(path: String) {
        #expect(throws: DeviceLayoutError.rootFolder) { try DeviceLayout(root: FilePath(path)) }
    }
}
