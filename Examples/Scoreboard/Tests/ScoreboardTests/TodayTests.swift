import ExtensionTesting
import Foundation
import League
import OpenExtensionKit
import Testing

/// Where the bundled examples are.
private let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]

/// The widget in its own process, in the hands of a test.
@Suite(.enabled(if: apps != nil, "Scripts/test builds the programs, bundles Scoreboard and says where they are"))
struct TodayTests {

    private func withWidget(
        _ mode: ViewDisplayMode, _ body: (ViewUnderTest) async throws -> Void
    ) async throws {
        let folder = try #require(apps)
        try await TestDevice.with { device in
            try await device.install(URL(filePath: folder + "/Scoreboard.app"))
            let traits = ViewTraits(width: 360, height: 110, widget: .init(displayMode: mode))
            try await body(
                try await device.present([], to: "org.openextensionkit.Scoreboard.Today", traits: traits))
        }
    }

    /// What labels say that can be seen, each as often as it stands there.
    private func texts(_ tree: ViewTree) -> [String] {
        func isHidden(_ node: ViewNode) -> Bool {
            node.flag(.isHidden) || (node.id != 0 && tree.nodes[node.parent].map(isHidden) ?? false)
        }
        return tree.nodes.values.filter { $0.kind == .label && !isHidden($0) }.compactMap { $0.text(.text) }
    }

    @Test(.timeLimit(.minutes(2))) func `the compact widget shows the first game of the day`() async throws {
        try await withWidget(.compact) { view in
            let (season, round) = Season.playing(at: .now)
            let game = try #require(season.games(inRound: round).first)
            let shown = texts(view.tree)
            let wanted = [game.home.name, "\(game.homeGoals)", game.away.name, "\(game.awayGoals)"]
            #expect(shown.sorted() == (wanted + ["Round \(round + 1) of \(Season.roundCount)"]).sorted())
            #expect(view.tree.nodes[0]?.choice(.largestDisplayMode, as: ViewDisplayMode.self) == .expanded)
            await view.dismiss()
        }
    }

    @Test(.timeLimit(.minutes(2))) func `the expanded widget shows the table, too, and becomes compact again`()
        async throws
    {
        try await withWidget(.expanded) { view in
            let (season, round) = Season.playing(at: .now)
            let first = try #require(season.standings(afterRound: round).first)
            #expect(texts(view.tree).filter { $0 == "\(first.points)" }.isEmpty == false)
            #expect(texts(view.tree).count > 20)
            view.view.setTraits(ViewTraits(width: 360, height: 110, widget: .init(displayMode: .compact)))
            _ = try await view.wait("the compact form") { tree in texts(tree).count == 5 ? true : nil }
            await view.dismiss()
        }
    }

    @Test(.timeLimit(.minutes(2))) func `an update says whether there is something new`() async throws {
        try await withWidget(.compact) { view in
            let result = try await view.view.performUpdate()
            #expect(result == .noData)
            await view.dismiss()
        }
    }
}
