public import League
public import UIKit

/// The rows of the widget and the app: a team's name at one end, numbers at the other.
@MainActor public enum ScoreRow {
    /// A game in two rows, the winner's in bold.
    public static func rows(for game: Game, style: UIFont.TextStyle) -> [UIView] {
        [(game.home, game.homeGoals), (game.away, game.awayGoals)].map { team, goals in
            let font = UIFont.preferredFont(forTextStyle: style)
            let hasWon = game.points(of: team) == 3
            let name = label(team.name, font: hasWon ? .systemFont(ofSize: font.pointSize, weight: .semibold) : font)
            let score = label("\(goals)", font: .monospacedDigitSystemFont(ofSize: font.pointSize, weight: .semibold))
            return row([badge(of: team), name], end: [score])
        }
    }

    /// A game in one row.
    public static func line(for game: Game) -> UIView {
        let font = UIFont.preferredFont(forTextStyle: .subheadline)
        let teams = label("\(game.home.name) – \(game.away.name)", font: font)
        let score = label("\(game.homeGoals) : \(game.awayGoals)", font: digits)
        return row([teams], end: [score])
    }

    /// A team's place in the table.
    public static func row(for standing: Standing, place: Int) -> UIView {
        let placeLabel = label("\(place)", font: digits, color: .secondaryLabel)
        placeLabel.widthAnchor.constraint(equalToConstant: 16).isActive = true
        let name = label(standing.team.name, font: .preferredFont(forTextStyle: .subheadline))
        let points = label("\(standing.points)", font: digits)
        points.accessibilityLabel = standing.points == 1 ? "1 point" : "\(standing.points) points"
        return row([placeLabel, badge(of: standing.team), name], end: [points])
    }

    private static let digits = UIFont.monospacedDigitSystemFont(ofSize: 15, weight: .regular)

    private static func row(_ start: [UIView], end: [UIView]) -> UIView {
        let leading = UIStackView(arrangedSubviews: start)
        leading.spacing = 8
        leading.alignment = .center
        let row = UIStackView(arrangedSubviews: [leading] + end)
        row.alignment = .center
        row.distribution = .equalSpacing
        return row
    }

    private static func label(_ text: String, font: UIFont, color: UIColor = .label) -> UILabel {
        let label = UILabel()
        label.text = text
        label.font = font
        label.textColor = color
        return label
    }

    /// A dot in the team's colour.
    private static func badge(of team: Team) -> UIView {
        let colors: [UIColor] = [
            .systemBlue, .systemRed, .systemGreen, .systemTeal, .systemPurple, .systemOrange, .systemPink,
            .systemIndigo,
        ]
        let badge = UIView()
        badge.backgroundColor = colors[team.rawValue % colors.count]
        badge.layer.cornerRadius = 6
        NSLayoutConstraint.activate([
            badge.widthAnchor.constraint(equalToConstant: 12),
            badge.heightAnchor.constraint(equalToConstant: 12),
        ])
        return badge
    }
}
