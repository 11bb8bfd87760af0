import ExtensionTesting
import Foundation
import League
import OpenExtensionKit
import Testing

/// Where the bundled examples are.
private let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]

/// The widget in its own process, in the hands of a test.
@Suite(.enabled(if: apps != nil, "run `appex test`, which bundles Scoreboard first"))
struct TodayTests {

    private typealias Playing = (season: Season, round: Int)

    /// - Parameter body: is handed what was played before the widget looked, too.
    private func withWidget(
        _ mode: ViewDisplayMode, _ body: (ViewUnderTest, Playing) async throws -> Void
    ) async throws {
        let folder = try #require(apps)
        let before = Season.playing(at: .now)
        try await TestDevice.with { device in
            try await device.install(URL(filePath: folder + "/Scoreboard.app"))
            let traits = ViewTraits(width: 360, height: 110, widget: .init(displayMode: mode))
            try await body(
                try await device.present([], to: "org.openextensionkit.Scoreboard.Today", traits: traits), before)
        }
    }

    /// What labels say that can be seen, each as often as it stands there.
    private func texts(_ tree: ViewTree) -> [String] {
        func isHidden(_ node: ViewNode) -> Bool {
            node.flag(.isHidden) || (node.id != 0 && tree.nodes[node.parent].map(isHidden) ?? false)
        }
        return tree.nodes.values.filter { $0.kind == .label && !isHidden($0) }.compactMap { $0.text(.text) }
    }

    @Test(.timeLimit(.minutes(30))) func `the compact widget shows the first game of the day`() async throws {
        try await withWidget(.compact) { view, before in
            let shown = texts(view.tree)
            // The day may have ended meanwhile.
            let wanted = try [before, Season.playing(at: .now)].map { season, round in
                let game = try #require(season.games(inRound: round).first)
                let scores = [game.home.name, "\(game.homeGoals)", game.away.name, "\(game.awayGoals)"]
                return (scores + ["Round \(round + 1) of \(Season.roundCount)"]).sorted()
            }
            #expect(wanted.contains(shown.sorted()))
            #expect(view.tree.nodes[0]?.choice(.largestDisplayMode, as: ViewDisplayMode.self) == .expanded)
            await view.dismiss()
        }
    }

    @Test(.timeLimit(.minutes(30))) func `the expanded widget shows the table, too, and becomes compact again`()
        async throws
    {
        try await withWidget(.expanded) { view, before in
            let shown = texts(view.tree)
            let points = try [before, Season.playing(at: .now)].map { season, round in
                try #require(season.standings(afterRound: round).first).points
            }
            #expect(points.contains { shown.contains("\($0)") })
            #expect(texts(view.tree).count > 20)
            view.view.setTraits(ViewTraits(width: 360, height: 110, widget: .init(displayMode: .compact)))
            _ = try await view.wait("the compact form") { tree in texts(tree).count == 5 ? true : nil }
            await view.dismiss()
        }
    }

    @Test(.timeLimit(.minutes(30))) func `an update says whether there is something new`() async throws {
        try await withWidget(.compact) { view, before in
            let result = try await view.view.performUpdate()
            #expect(result == .noData || before != Season.playing(at: .now))
            await view.dismiss()
        }
    }
}
