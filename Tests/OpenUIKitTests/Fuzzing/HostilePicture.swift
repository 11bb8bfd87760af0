import AppexPictures

/// Gives bytes to everything that reads the header of a picture's file. Shared by the seeded test and the
/// coverage-guided fuzzer.
enum HostilePicture {
    /// A fault of a reader, as opposed to one of the picture.
    struct Finding: Error {
        let what: String
    }

    /// Reads the header as an extension does when it makes a picture, and as a host does when it receives one.
    ///
    /// - Returns: whether the bytes are a picture for either of them.
    /// - Throws: ``Finding`` when the two see different sizes, or when what is left of a file after taking out the
    ///   remarks about it is not the same picture.
    static func read(_ bytes: [UInt8]) throws(Finding) -> Bool {
        let header = ImageHeader(bytes)
        guard let file = PictureFile(jpeg: bytes) ?? PictureFile(png: bytes) else { return header != nil }
        guard let header, header.width == file.width, header.height == file.height else {
            throw Finding(what: "a host sees another size than \(file.width) times \(file.height)")
        }
        guard (1...8).contains(file.orientation) else {
            throw Finding(what: "there is no orientation \(file.orientation)")
        }
        guard let kept = file.bytes else { return true }
        guard let again = PictureFile(jpeg: kept) ?? PictureFile(png: kept) else {
            throw Finding(what: "without its remarks it is no picture any more")
        }
        guard (again.width, again.height, again.orientation) == (file.width, file.height, file.orientation) else {
            throw Finding(what: "without its remarks it is another picture")
        }
        // The segment with the orientation is written in one form only.
        guard again.bytes ?? kept == kept else {
            throw Finding(what: "taking out the remarks twice takes out more")
        }
        return true
    }
}
