/// Where a team stands.
public struct Standing: Sendable, Comparable {
    public let team: Team
    public let played: Int
    public let points: Int
    public let goalDifference: Int

    /// - Parameter games: the games of everybody.
    init(team: Team, games: [Game]) {
        self.team = team
        let results = games.compactMap { $0.points(of: team) }
        played = results.count
        points = results.reduce(0, +)
        goalDifference = games.reduce(0) { $0 + $1.goalDifference(of: team) }
    }

    /// More points are better, then more goals; then the older team, so that there is always one order.
    public static func < (left: Standing, right: Standing) -> Bool {
        (left.points, left.goalDifference, -left.team.rawValue)
            < (right.points, right.goalDifference, -right.team.rawValue)
    }
}
