import Foundation
import Testing

/// How the programs beside the tests are linked.
@Suite struct LinkageTests {
    /// The folder in which this build lies.
    static let buildFolder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    static let launcher = buildFolder.appending(path: "appex-launch")

    @Test(.enabled(if: FileManager.default.fileExists(atPath: launcher.path), "appex-launch was not built"))
    func `the launcher needs no dynamic linker`() throws {
        let program = try Data(contentsOf: Self.launcher, options: .alwaysMapped)
        #expect(try ELF.programHeaderTypes(of: program).contains(ELF.load))
        #expect(try !ELF.programHeaderTypes(of: program).contains(ELF.interpreter))
    }

    @Test(
        .enabled(
            if: ["fixture-view", "fixture-extension"].allSatisfy { name in
                FileManager.default.fileExists(atPath: LinkageTests.buildFolder.appending(path: name).path)
            }, "the fixtures were not built"))
    func `an extension without a view has nothing of the kit in it`() throws {
        func hasKit(_ program: String) throws -> Bool {
            let content = try Data(contentsOf: Self.buildFolder.appending(path: program), options: .alwaysMapped)
            return content.range(of: Data("9OpenUIKit16UIViewController".utf8)) != nil
        }
        #expect(try hasKit("fixture-view"))
        #expect(try !hasKit("fixture-extension"))
    }

    @Test func `a dynamically linked program is told apart`() throws {
        let program = try Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped)
        #expect(try ELF.programHeaderTypes(of: program).contains(ELF.interpreter))
    }
}

/// As much of the executable format as these tests read: the 64-bit little-endian program header table.
private enum ELF {
    static let load: UInt32 = 1
    static let interpreter: UInt32 = 3

    struct Malformed: Error {}

    static func programHeaderTypes(of program: Data) throws -> [UInt32] {
        guard program.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), program.count >= 64 else { throw Malformed() }
        let start = Int(try number(UInt64.self, at: 32, in: program))
        let size = Int(try number(UInt16.self, at: 54, in: program))
        let count = Int(try number(UInt16.self, at: 56, in: program))
        return try (0..<count).map { try number(UInt32.self, at: start + $0 * size, in: program) }
    }

    private static func number<Number: FixedWidthInteger>(
        _ type: Number.Type, at offset: Int, in program: Data
    ) throws -> Number {
        guard offset >= 0, offset + MemoryLayout<Number>.size <= program.count else { throw Malformed() }
        return program.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
    }
}
