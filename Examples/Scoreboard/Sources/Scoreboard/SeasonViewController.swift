import Foundation
import League
import UIKit

/// The games that have been played this season, the last round first.
final class SeasonViewController: UITableViewController {
    private static let cellIdentifier = "game"
    private var playing = Season.playing(at: .now)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Scoreboard"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: Self.cellIdentifier)
    }

    /// Adds the rounds that have been played since.
    func reload() {
        playing = Season.playing(at: .now)
        if isViewLoaded { tableView.reloadData() }
    }

    /// Shows a game, if it has been played.
    func show(_ place: GamePlace) {
        navigationController?.popToRootViewController(animated: false)
        guard place.round <= playing.round else { return }
        navigationController?.pushViewController(GameViewController(playing.season, place), animated: false)
    }

    private func place(of indexPath: IndexPath) -> GamePlace {
        GamePlace(round: playing.round - indexPath.section, game: indexPath.row)
    }

    override func numberOfSections(in tableView: UITableView) -> Int { playing.round + 1 }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        Team.allCases.count / 2
    }

    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        "Round \(playing.round - section + 1)"
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: Self.cellIdentifier, for: indexPath)
        let place = place(of: indexPath)
        cell.textLabel?.text = playing.season.games(inRound: place.round)[place.game].text
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        show(place(of: indexPath))
    }
}
