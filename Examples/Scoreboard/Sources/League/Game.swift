/// One game that has been played.
public struct Game: Sendable, Equatable {
    public let home: Team
    public let away: Team
    public let homeGoals: Int
    public let awayGoals: Int

    /// The result, such as "Harbour City 2 : 1 Redhill".
    public var text: String { "\(home.name) \(homeGoals) : \(awayGoals) \(away.name)" }

    /// The points that it brought a team: 3 for a win, 1 for a draw; nil when the team did not play.
    public func points(of team: Team) -> Int? {
        guard team == home || team == away else { return nil }
        if homeGoals == awayGoals { return 1 }
        return (homeGoals > awayGoals) == (team == home) ? 3 : 0
    }

    /// The goals that a team shot more than it got; 0 when it did not play.
    public func goalDifference(of team: Team) -> Int {
        switch team {
        case home: homeGoals - awayGoals
        case away: awayGoals - homeGoals
        default: 0
        }
    }
}
