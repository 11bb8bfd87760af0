// Apple's Social brings UIKit with it.
@_exported public import OpenUIKit
