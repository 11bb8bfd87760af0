@_exported public import OpenUIKit
