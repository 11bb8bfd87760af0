/// The formats of pictures whose files are read without a library.
package enum PictureFormat: Sendable {
    case jpeg, png
}
