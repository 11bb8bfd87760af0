import Foundation
import League

/// Which game of a season, counted from 0.
struct GamePlace: Equatable {
    let round: Int
    let game: Int

    init(round: Int, game: Int) {
        self.round = round
        self.game = game
    }

    /// The game that a URL such as `scoreboard://round/3/game/1` names; nil if the URL names no game. Any app can send a URL.
    init?(_ url: URL) {
        let parts = url.pathComponents
        guard url.host() == "round", parts.count == 4, parts[0] == "/", parts[2] == "game",
            let round = Int(parts[1]), (1...Season.roundCount).contains(round),
            let game = Int(parts[3]), (1...Team.allCases.count / 2).contains(game)
        else { return nil }
        self.init(round: round - 1, game: game - 1)
    }
}
