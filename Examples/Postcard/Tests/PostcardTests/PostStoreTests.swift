import Foundation
import PostcardStore
import Testing

@Suite struct PostStoreTests {
    private func withStore(_ body: (PostStore, URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "postcard-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let pictures = folder.appending(path: "pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        try body(PostStore(folder: folder.appending(path: "Posts")), pictures)
    }

    @Test func `what was posted is there again, in its order`() throws {
        try withStore { store, _ in
            #expect(try store.posts() == [])
            let posts = try [("first", 1_000.0), ("second", 2_000), ("third", 3_000)].map { text, seconds in
                let link = try #require(URL(string: "https://example.org/\(text)"))
                return Post(date: Date(timeIntervalSince1970: seconds), text: text, album: "Travel", links: [link])
            }
            for post in posts.reversed() { try store.add(post) }
            #expect(try store.posts() == posts)
        }
    }

    @Test func `pictures are moved to their post, also two of one name`() throws {
        try withStore { store, pictures in
            let files = try ["a", "b"].map { name in
                let folder = pictures.appending(path: name)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(name.utf8).write(to: folder.appending(path: "cat.jpg"))
                return folder.appending(path: "cat.jpg")
            }
            try store.add(Post(date: .now, text: "", album: "Family"), pictures: files)
            #expect(try store.posts().first?.pictures == ["1-cat.jpg", "2-cat.jpg"])
            let post = try #require(FileManager.default.contentsOfDirectory(atPath: store.folder.path).first)
            let second = store.folder.appending(path: post).appending(path: "2-cat.jpg")
            #expect(try Data(contentsOf: second) == Data("b".utf8))
            #expect(files.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) })
        }
    }

    @Test func `a folder that holds no post does not hide the others`() throws {
        try withStore { store, _ in
            let post = Post(date: Date(timeIntervalSince1970: 1_000), text: "here", album: "Travel")
            try store.add(post)
            for name in ["empty", "torn"] {
                try FileManager.default.createDirectory(
                    at: store.folder.appending(path: name), withIntermediateDirectories: false)
            }
            try Data("{".utf8).write(to: store.folder.appending(path: "torn/post.json"))
            #expect(try store.posts() == [post])
        }
    }

    @Test func `half a post is none`() throws {
        try withStore { store, pictures in
            let missing = pictures.appending(path: "gone.jpg")
            #expect(throws: (any Error).self) {
                try store.add(Post(date: .now, text: "", album: "Work"), pictures: [missing])
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            #expect(left == [])
        }
    }
}
