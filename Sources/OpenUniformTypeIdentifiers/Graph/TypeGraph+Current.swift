import AppexSystem
import Synchronization
import SystemPackage

extension TypeGraph {
    private static let shared = Mutex<TypeGraph?>(nil)

    /// The environment variable with the path of the file that declares the device's types, a ``TypeList``.
    package static let environmentVariable = "APPEX_TYPES"

    /// The graph that every ``UTType`` of this process uses: the system's types and those of the device's apps.
    ///
    /// Until ``use(_:)`` replaces it, the apps' types come from the file that ``environmentVariable`` names, which is
    /// read at the first access; without such a file there are only the system's types.
    package static var current: TypeGraph {
        shared.withLock { graph in
            if let graph { return graph }
            let made = withDeclarations(ofFileAt: CurrentProcess.environment[environmentVariable])
            graph = made
            return made
        }
    }

    /// Replaces ``current``.
    package static func use(_ graph: TypeGraph) {
        shared.withLock { $0 = graph }
    }

    /// The system's types and those of a file; only the system's if the file cannot be read.
    static func withDeclarations(ofFileAt path: String?) -> TypeGraph {
        guard let path, let list = TypeList.text(ofFileAt: FilePath(path)) else { return .system }
        return system.adding(list: list)
    }
}
