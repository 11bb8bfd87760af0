import Foundation
import PostcardStore
import UIKit

/// The list of posts, the newest first.
final class PostsViewController: UITableViewController {
    private static let cellIdentifier = "post"
    private var posts: [Post] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Postcards"
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: Self.cellIdentifier)
        reload()
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        reload()
    }

    /// Reads the posts again: the extension may have added some.
    func reload() {
        posts = ((try? PostStore.shared().posts()) ?? []).reversed()
        if isViewLoaded { tableView.reloadData() }
    }

    /// Shows the newest post, if there is one.
    func showLast() {
        reload()
        if let post = posts.first { show(post) }
    }

    private func show(_ post: Post) {
        navigationController?.pushViewController(PostViewController(post), animated: true)
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        max(posts.count, 1)
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: Self.cellIdentifier, for: indexPath)
        guard posts.indices.contains(indexPath.row) else {
            cell.textLabel?.text = "Nothing has been posted yet"
            cell.accessoryType = .none
            return cell
        }
        let post = posts[indexPath.row]
        cell.textLabel?.text = post.text.isEmpty ? "\(post.pictures.count) pictures" : post.text
        cell.accessoryType = .disclosureIndicator
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        if posts.indices.contains(indexPath.row) { show(posts[indexPath.row]) }
    }
}
