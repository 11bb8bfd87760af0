import OpenUIKit

/// Registers the methods that are called by their names. The generated entry point calls it.
@MainActor func registerObjectiveCMembers() {
    ObjectiveCMembers.addMethod("climb:", of: OpeningController.self) { it, arguments in
        it.climb(try arguments.value(at: 0))
    }
    ObjectiveCMembers.addMethod("stray", of: OpeningController.self) { it, _ in it.stray() }
    ObjectiveCMembers.addMethod("label:", of: OpeningController.self) { it, arguments in
        it.show(try arguments.value(at: 0))
    }
}
