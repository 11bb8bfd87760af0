// Importing this module also imports Foundation, as on Apple's systems.
@_exported public import Foundation
