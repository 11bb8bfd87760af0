import AppexModel
import AppexRuntimes
import SystemPackage
import Testing

@Suite("Where runtimes are looked for")
struct RuntimePlacesTests {
    let layout: DeviceLayout

    init() throws { layout = try DeviceLayout(root: "/device") }

    @Test("The device's own runtimes precede those beside the programs")
    func order() {
        let places = RuntimePlaces(layout: layout, environment: [:], program: "/usr/bin/appexd")
        #expect(
            places.folders == [
                "/device/Library/Runtimes", "/usr/bin/runtimes", "/usr/lib/openextensionkit/runtimes",
            ])
    }

    @Test("APPEX_RUNTIMES replaces the folders beside the programs, unless it is relative")
    func variable() {
        for (value, expected) in [("/other", ["/other"]), ("other", []), ("", [])] as [(String, [FilePath])] {
            let places = RuntimePlaces(layout: layout, environment: ["APPEX_RUNTIMES": value], program: nil)
            #expect(places.folders == ["/device/Library/Runtimes"] + expected)
        }
    }

    @Test("A folder that the dynamic linker would read as another one is left out", arguments: [":", ";", "$"])
    func separators(character: String) throws {
        let places = RuntimePlaces(
            layout: try DeviceLayout(root: FilePath("/a\(character)b")),
            environment: ["APPEX_RUNTIMES": "/c\(character)d"],
            program: FilePath("/e\(character)f/appexd"))
        #expect(places.folders.isEmpty)
    }
}
