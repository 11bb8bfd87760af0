import AppexModel
import Testing

@testable import appex

@Suite struct FrameworkPlanTests {
    /// A package with targets, their dependencies, and dynamic library products.
    private func package(
        _ targets: KeyValuePairs<String, [String]>, libraries: KeyValuePairs<String, [String]>
    ) -> PackageDescription {
        PackageDescription(
            name: "Shop", path: "/shop",
            targets: targets.map {
                PackageDescription.Target(
                    name: $0.key, c99name: $0.key, type: "library", path: "Sources/\($0.key)",
                    targetDependencies: $0.value, resources: nil)
            },
            products: libraries.map {
                PackageDescription.Product(name: $0.key, targets: $0.value, type: ["library": ["dynamic"]])
            } + [PackageDescription.Product(name: "Static", targets: ["Core"], type: ["library": ["automatic"]])])
    }

    @Test func `a program has the frameworks that it uses through its targets, each after those that it uses`() throws {
        let package = package(
            ["Program": ["Views"], "Views": ["Core"], "Core": [], "Other": []],
            libraries: ["ViewKit": ["Views"], "CoreKit": ["Core"], "OtherKit": ["Other"]])
        let frameworks = try package.frameworks(of: ["Program"])
        #expect(frameworks.map(\.name) == ["CoreKit", "ViewKit"])
        #expect(frameworks.map(\.uses) == [[], ["CoreKit"]])
        #expect(frameworks.last?.folders == ["/shop/Sources/Views"])
        #expect(try package.frameworks(of: ["Other"]).map(\.name) == ["OtherKit"])
    }

    @Test func `libraries that use each other are refused`() {
        let package = package(
            ["Program": ["A"], "A": ["B"], "B": ["C"], "C": []], libraries: ["AC": ["A", "C"], "BKit": ["B"]])
        #expect(throws: BundlingError.frameworkCycle("AC", "BKit")) { try package.frameworks(of: ["Program"]) }
    }
}
