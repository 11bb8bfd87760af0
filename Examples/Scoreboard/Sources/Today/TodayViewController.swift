import Foundation
import League
import NotificationCenter
import ScoreRows
import UIKit

/// The principal class: the first game of the day, and when there is room for it the others and the table.
final class TodayViewController: UIViewController, NCWidgetProviding {
    private static let compactHeight = 110.0
    private static let rowHeight = 28.0

    private let favourite = UIStackView()
    private let others = UIStackView()
    private let table = UIStackView()
    private let roundLabel = UILabel()

    /// What is shown; nil before the first update.
    private var shown: (season: Season, round: Int)?

    override func viewDidLoad() {
        super.viewDidLoad()
        extensionContext?.widgetLargestAvailableDisplayMode = .expanded
        layOut()
        show()
    }

    private func layOut() {
        roundLabel.font = .preferredFont(forTextStyle: .footnote)
        roundLabel.textColor = .secondaryLabel
        let stack = UIStackView(arrangedSubviews: [favourite, roundLabel, others, table])
        for part in [favourite, others, table, stack] {
            part.axis = .vertical
            part.spacing = 6
        }
        stack.spacing = 12
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let margins = view.layoutMarginsGuide
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
            stack.topAnchor.constraint(equalTo: margins.topAnchor),
        ])
        setExpanded(extensionContext?.widgetActiveDisplayMode == .expanded)
    }

    private func setExpanded(_ isExpanded: Bool) {
        others.isHidden = !isExpanded
        table.isHidden = !isExpanded
    }

    // MARK: NCWidgetProviding

    func widgetPerformUpdate(completionHandler: @escaping (NCUpdateResult) -> Void) {
        completionHandler(show() ? .newData : .noData)
    }

    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: CGSize) {
        setExpanded(activeDisplayMode == .expanded)
        let rows = Team.allCases.count + Season.roundCount / 2
        let expanded = Self.compactHeight + Double(rows) * Self.rowHeight
        preferredContentSize = CGSize(
            width: maxSize.width,
            height: activeDisplayMode == .compact ? maxSize.height : min(maxSize.height, expanded))
    }

    // MARK: The scores

    /// Shows the scores of today.
    ///
    /// - Returns: whether they are others than those that were shown.
    @discardableResult
    private func show() -> Bool {
        let now = Season.playing(at: .now)
        guard shown?.season != now.season || shown?.round != now.round else { return false }
        shown = now
        let games = now.season.games(inRound: now.round)
        roundLabel.text = "Round \(now.round + 1) of \(Season.roundCount)"
        favourite.showOnly(games.prefix(1).flatMap { ScoreRow.rows(for: $0, style: .title3) })
        others.showOnly(games.dropFirst().map(ScoreRow.line(for:)))
        open(0, in: now.round, with: favourite)
        for (index, line) in others.arrangedSubviews.enumerated() { open(index + 1, in: now.round, with: line) }
        table.showOnly(
            now.season.standings(afterRound: now.round).enumerated().map { ScoreRow.row(for: $1, place: $0 + 1) })
        return true
    }
}

extension TodayViewController {
    /// Opens the app at a game when a view is pressed.
    ///
    /// - Parameter index: the place of the game in its round, from 0.
    private func open(_ index: Int, in round: Int, with view: UIView) {
        view.gestureRecognizers?.forEach(view.removeGestureRecognizer)
        view.isUserInteractionEnabled = true
        view.addGestureRecognizer(
            UITapGestureRecognizer { [weak self] _ in
                guard let url = URL(string: "scoreboard://round/\(round + 1)/game/\(index + 1)") else { return }
                self?.extensionContext?.open(url)
            })
    }
}

extension UIStackView {
    /// Replaces what is arranged.
    fileprivate func showOnly(_ views: [UIView]) {
        for view in arrangedSubviews { view.removeFromSuperview() }
        for view in views { addArrangedSubview(view) }
    }
}
