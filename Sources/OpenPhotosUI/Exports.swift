// A source that imports PhotosUI also sees UIKit and Foundation, as on Apple's systems.
@_exported public import OpenUIKit
