import Glibc

/// On which processors two processes that talk to each other run. That makes more difference than anything else, so
/// it is fixed, and the same for everything that is compared.
struct Placement {
    let name: String
    /// Of the process that measures.
    let near: Int
    /// Of the process that answers.
    let far: Int

    /// Those that this machine has processors for.
    static let all = [
        Placement(name: "one processor", near: 0, far: 0), Placement(name: "two processors", near: 0, far: 1),
    ].filter { $0.far < sysconf(CInt(_SC_NPROCESSORS_ONLN)) }

    /// The one in which the processes are most apart.
    static var widest: Placement { all[all.count - 1] }
}
