// Who imports UIKit has Foundation and the extension's side of the system, too, as on Apple's systems.
@_exported public import OpenExtensionFoundation
