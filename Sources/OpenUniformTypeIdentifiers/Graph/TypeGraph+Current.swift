import AppexSystem
import Synchronization
import SystemPackage

extension TypeGraph {
    private static let shared = Mutex<TypeGraph?>(nil)

    /// The environment variable that names the file with the declarations of the device's apps, a ``TypeList``.
    package static let environmentVariable = "APPEX_TYPES"

    /// What every ``UTType`` of this process asks: the system's types and those of the device's apps.
    ///
    /// Until ``use(_:)`` says something else the apps' types are those of the file that ``environmentVariable`` names,
    /// read when somebody first asks; none when there is no such file.
    package static var current: TypeGraph {
        shared.withLock { graph in
            if let graph { return graph }
            let made = withDeclarations(ofFileAt: CurrentProcess.environment[environmentVariable])
            graph = made
            return made
        }
    }

    /// Sets what ``current`` is.
    package static func use(_ graph: TypeGraph) {
        shared.withLock { $0 = graph }
    }

    /// The system's types and those of a file, the system's alone when the file cannot be read.
    static func withDeclarations(ofFileAt path: String?) -> TypeGraph {
        guard let path, let list = TypeList.text(ofFileAt: FilePath(path)) else { return .system }
        return system.adding(list: list)
    }
}
