import Foundation
import League

/// The containing app: it prints today's games and the table.
@main enum ScoreboardApp {
    static func main() {
        let (season, round) = Season.playing(at: .now)
        print("Round \(round + 1) of \(Season.roundCount)")
        for game in season.games(inRound: round) {
            print("  \(game.home.name) \(game.homeGoals) : \(game.awayGoals) \(game.away.name)")
        }
        print("Table")
        for (index, standing) in season.standings(afterRound: round).enumerated() {
            print("  \(index + 1). \(standing.team.name), \(standing.points) points")
        }
    }
}
