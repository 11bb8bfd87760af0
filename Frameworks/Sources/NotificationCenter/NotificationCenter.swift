// Apple's NotificationCenter brings UIKit with it.
@_exported public import OpenUIKit
