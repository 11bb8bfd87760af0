import Foundation
import League
import Testing

@Suite struct SeasonTests {
    private let season = Season(number: 1_450)

    @Test func `each team plays once a day, and each other team at home and away`() {
        var pairs: Set<[Team]> = []
        for round in 0..<Season.roundCount {
            let games = season.games(inRound: round)
            #expect(Set(games.flatMap { [$0.home, $0.away] }).count == Team.allCases.count)
            pairs.formUnion(games.map { [$0.home, $0.away] })
        }
        #expect(pairs.count == Team.allCases.count * (Team.allCases.count - 1))
    }

    @Test func `a season is the same whenever it is computed, and no other`() {
        let again = Season(number: season.number)
        let next = Season(number: season.number + 1)
        let rounds = 0..<Season.roundCount
        #expect(rounds.allSatisfy { season.games(inRound: $0) == again.games(inRound: $0) })
        #expect(!rounds.allSatisfy { season.games(inRound: $0) == next.games(inRound: $0) })
    }

    @Test func `scores are those of games`() {
        let games = (0..<Season.roundCount).flatMap(season.games(inRound:))
        let goals = games.map { $0.homeGoals + $0.awayGoals }
        #expect(goals.allSatisfy { (0...12).contains($0) })
        #expect(Set(goals).count > 3)
        #expect(games.contains { $0.points(of: $0.home) == 1 } && games.contains { $0.points(of: $0.home) == 3 })
    }

    @Test func `the table counts what was played`() throws {
        let table = season.standings(afterRound: 4)
        #expect(table.allSatisfy { $0.played == 5 })
        #expect(table.map(\.goalDifference).reduce(0, +) == 0)
        #expect(zip(table, table.dropFirst()).allSatisfy { $0.points >= $1.points })
        let first = try #require(table.first)
        let points = (0...4).flatMap(season.games(inRound:)).compactMap { $0.points(of: first.team) }
        #expect(first.points == points.reduce(0, +))
    }

    @Test(arguments: [
        (0, 0, 0), (86_399, 0, 0), (86_400, 0, 1), (14 * 86_400, 1, 0), (-1, -1, 13), (-14 * 86_400, -1, 0),
    ])
    func `a day is one round, and fourteen are a season`(seconds: Int, number: Int, round: Int) {
        let playing = Season.playing(at: Date(timeIntervalSince1970: Double(seconds)))
        #expect(playing.season == Season(number: number) && playing.round == round)
    }
}
