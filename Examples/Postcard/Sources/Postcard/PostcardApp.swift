import Foundation
import PostcardStore

/// The containing app: it prints what was posted.
///
/// An extension keeps its data in a container of its own, which its app cannot see. So the app takes the folder of the
/// posts as its argument, and looks into its own container without one.
@main enum PostcardApp {
    static func main() throws {
        let store = try CommandLine.arguments.dropFirst().first.map { PostStore(folder: URL(filePath: $0)) } ?? .own()
        let posts = try store.posts()
        print(
            posts.isEmpty
                ? "Nothing has been posted in \(store.folder.path)." : posts.map(text).joined(separator: "\n\n"))
    }

    private static func text(of post: Post) -> String {
        let head = "\(post.date.formatted(.iso8601)), \(post.album)"
        let things = post.links.map(\.absoluteString) + post.pictures
        return ([head] + (post.text.isEmpty ? [] : [post.text]) + things.map { "  \($0)" }).joined(separator: "\n")
    }
}
