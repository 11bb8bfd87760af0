import Foundation
import League
import ScoreRows
import UIKit

/// One game, and the table after its round.
final class GameViewController: UIViewController {
    private let season: Season
    private let place: GamePlace

    init(_ season: Season, _ place: GamePlace) {
        self.season = season
        self.place = place
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Round \(place.round + 1)"
        let game = season.games(inRound: place.round)[place.game]
        let heading = UILabel()
        heading.text = "Table after Round \(place.round + 1)"
        heading.font = .preferredFont(forTextStyle: .headline)
        let table = season.standings(afterRound: place.round).enumerated().map {
            ScoreRow.row(for: $1, place: $0 + 1)
        }
        let stack = UIStackView(arrangedSubviews: ScoreRow.rows(for: game, style: .title1) + [heading] + table)
        stack.axis = .vertical
        stack.spacing = 10
        stack.isLayoutMarginsRelativeArrangement = true
        stack.layoutMargins = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
        view = stack
    }
}
