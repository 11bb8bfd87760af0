@_exported public import OpenPhotosUI
