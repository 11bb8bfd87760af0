public import Foundation

/// A season of fourteen days, in which each team plays each other at home and away, once a day.
///
/// Nothing is stored: a season is the same whoever computes it. One follows the other from 1 January 1970 on.
public struct Season: Sendable, Equatable {
    /// The rounds of a season, one a day.
    public static let roundCount = 2 * (Team.allCases.count - 1)
    private static let secondsOfDay = 86_400.0

    /// Which season it is, counted from 0.
    public let number: Int

    public init(number: Int) {
        self.number = number
    }

    /// The season and the round, counted from 0, of a moment. Days are those of Greenwich.
    public static func playing(at date: Date) -> (season: Season, round: Int) {
        let day = Int((date.timeIntervalSince1970 / secondsOfDay).rounded(.down))
        let round = ((day % roundCount) + roundCount) % roundCount
        return (Season(number: (day - round) / roundCount), round)
    }

    /// The games of a round, counted from 0.
    public func games(inRound round: Int) -> [Game] {
        Self.pairs(inRound: round).map { home, away in
            var dice = Dice(seed: [number, round, home.rawValue, away.rawValue])
            // At home a team shoots a little more.
            return Game(
                home: home, away: away, homeGoals: dice.goals(strength: home.strength + 3),
                awayGoals: dice.goals(strength: away.strength))
        }
    }

    /// The table after a round, counted from 0; the best team first.
    public func standings(afterRound round: Int) -> [Standing] {
        let games = (0...max(0, round)).flatMap { self.games(inRound: $0) }
        return Team.allCases.map { Standing(team: $0, games: games) }.sorted(by: >)
    }

    /// Who plays whom: one team stays, the others go round; in the second half everybody plays at the other's place.
    private static func pairs(inRound round: Int) -> [(home: Team, away: Team)] {
        let teams = Team.allCases
        let moving = teams.count - 1
        let turn = round % moving
        let places = [teams[0]] + (0..<moving).map { teams[1 + ($0 + turn) % moving] }
        return (0..<teams.count / 2).map { index in
            let pair = (places[index], places[teams.count - 1 - index])
            let isTurned = (round >= moving) != (index == 0 && turn.isMultiple(of: 2))
            return isTurned ? (pair.1, pair.0) : pair
        }
    }
}

/// Numbers that look like chance and are always the same for the same seed (SplitMix64).
private struct Dice {
    private var state: UInt64

    init(seed: [Int]) {
        state = 0
        for part in seed { state = next() &+ UInt64(bitPattern: Int64(part)) }
    }

    /// The goals of one team in one game.
    ///
    /// - Parameter strength: tenths of goals on average.
    mutating func goals(strength: Int) -> Int {
        // Ten chances, each of which may become a goal.
        (0..<10).reduce(0) { goals, _ in goals + (next() % 100 < UInt64(strength) ? 1 : 0) }
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
