// Who imports the module has Foundation, too, as on Apple's systems.
@_exported public import Foundation
