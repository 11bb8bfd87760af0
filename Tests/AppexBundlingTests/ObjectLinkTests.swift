import Foundation
import SystemPackage
import Testing

@testable import appex

@Suite struct ObjectLinkTests {
    @Test func `an extension begins at its main function and finds its frameworks in the app`() {
        let link = ObjectLink(
            name: "Sepia", objects: ["/b/Sepia.build/a.swift.o"], entryPoint: "Sepia_main", runtime: "/r/6.3.1",
            frameworks: ["/b/linked/Kit.framework/libKit.so"],
            runPaths: ["$ORIGIN/../../Frameworks/Kit.framework"], options: ["-lvips"])
        let arguments = link.arguments(list: "/tmp/list", output: "/b/linked/Sepia")
        for expected in [
            "-emit-library -o Sepia @/tmp/list -no-toolchain-stdlib-rpath", "-Xlinker -z -Xlinker defs",
            "-Xlinker --defsym=appex_main=Sepia_main",
            "-Xlinker -rpath=$ORIGIN:$ORIGIN/../../Frameworks/Kit.framework",
            "-L /r/6.3.1 -lAppexRuntime -L /b/linked/Kit.framework -lKit -lvips",
        ] { #expect(arguments.joined(separator: " ").contains(expected)) }
        #expect(!arguments.contains { $0.hasPrefix("-soname") })
    }

    @Test func `a framework has a name and no beginning`() {
        let link = ObjectLink(name: "libKit.so", objects: [], entryPoint: nil, runtime: "/r")
        let arguments = link.arguments(list: "/tmp/list", output: "/b/Kit.framework/libKit.so")
        #expect(arguments.contains("-soname=libKit.so"))
        #expect(arguments.contains("-rpath=$ORIGIN"))
        #expect(!arguments.contains { $0.hasPrefix("--defsym") })
    }

    @Test(arguments: [
        "/usr/bin/ld: a.o: undefined reference to `$s1A4makeyyF'",
        "a.o:a:function main: error: undefined reference to '$s1A4makeyyF'",
        "ld.lld: error: undefined symbol: $s1A4makeyyF\n>>> referenced by a.o",
    ])
    func `the symbol that nothing defines is found in the messages of each linker`(message: String) {
        #expect(ObjectLink.undefinedSymbols(in: "\(message)\n\(message)\n") == ["$s1A4makeyyF"])
        #expect(ObjectLink.undefinedSymbols(in: "error: cannot find -lvips").isEmpty)
    }

    @Test func `an undefined symbol is an error that names it as sources do`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "link-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "a.swift")
        try Data("@_silgen_name(\"$s1A4makeyyF\") func make()\npublic func use() { make() }".utf8).write(to: source)
        let empty = folder.appending(path: "empty.swift")
        try Data().write(to: empty)
        let place = FilePath(folder.path)
        for arguments in [
            ["-emit-library", "-o", "libAppexRuntime.so", "-parse-as-library", "-module-name", "Runtime", empty.path],
            ["-emit-object", "-parse-as-library", "-o", "a.o", source.path],
        ] { _ = try await ToolProcess.output(of: "swiftc", arguments, in: place) }
        let link = ObjectLink(
            name: "Tool", objects: [folder.appending(path: "a.o").path], entryPoint: nil, runtime: place)
        await #expect(
            throws: BundlingError.undefinedSymbols(
                program: "Tool", symbols: ["A.make() -> ()"], more: 0, runtime: place.lastComponent?.string ?? "")
        ) { try await link.link(to: place.appending("libTool.so")) }
    }
}

@Suite struct LinkCommandTests {
    @Test func `the objects of a list have modules, and copies of interfaces are left out`() {
        let list = """
            '/a b/.build/debug/My_Tool.build/main.swift.o'
            /c/.build/debug/CShims.build/deep/a.c.o
            /c/.build/debug/CShims.build/CShims.swiftmodule.o
            /c/.build/debug/loose.o

            """
        let objects = LinkCommand.objects(in: list)
        #expect(objects.count == 3)
        #expect(objects.map(LinkCommand.module) == ["My_Tool", "CShims", nil])
    }

    @Test func `the libraries of a plan's command are kept, and its names and places are not`() {
        let plan = """
            commands:
              "C.Tool2-linux-debug.exe":
                args: ["swiftc","-lwrong"]

              "C.Tool-linux-debug.module":
                args: ["swiftc","-lwrong"]

              "C.Tool-linux-debug.exe":
                tool: shell
                args: ["swiftc","-L","/b","-o","/b/Tool","-module-name","Tool","-emit-executable","-Xlinker","--defsym","-Xlinker","main=Tool_main","-Xlinker","-rpath=$ORIGIN","-Xlinker","-rpath","-Xlinker","/elsewhere","-Xlinker","--gc-sections","-lvips","-g"]

            """
        let arguments = LinkCommand.arguments(of: "Tool-linux-debug", in: Data(plan.utf8))
        #expect(LinkCommand.libraryOptions(arguments) == ["-L", "/b", "-Xlinker", "--gc-sections", "-lvips"])
        #expect(LinkCommand.arguments(of: "Other-linux-debug", in: Data(plan.utf8)).isEmpty)
        #expect(LinkCommand.arguments(of: "Tool-linux-debug", in: Data("args".utf8)).isEmpty)
        #expect(LinkCommand.libraryOptions(["swiftc", "-Xlinker"]).isEmpty)
        #expect(LinkCommand.libraryOptions([]).isEmpty)
    }
}

@Suite struct ExtensionInterfaceTests {
    @Test func `what extensions may not use is named once`() {
        let symbols = [
            "$s9OpenUIKit13UIApplicationC6sharedACvau", "$s9OpenUIKit13UIApplicationC6sharedACvgZ", "malloc",
            "$s9OpenUIKit13UIApplicationCMa",
        ]
        let sentences = ExtensionInterface.sentences(about: symbols)
        #expect(sentences.count == 1)
        #expect(sentences.first?.contains("UIApplication.shared") == true)
        #expect(ExtensionInterface.sentences(about: ["$s9OpenUIKit13UIApplicationCMa"]).isEmpty)
    }
}
