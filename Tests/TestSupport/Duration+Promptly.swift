extension Duration {
    /// How long something may take in a test that the system does within a second on a machine with nothing else to do.
    ///
    /// It is much longer than a second, because a busy machine must not make a test fail, and much shorter than the
    /// time limits of requests in the tests, so that something which only a time limit ends is noticed. How long it
    /// takes in fact is measured by `make bench`.
    package static let promptly: Duration = .seconds(60)

    /// A time limit that only a broken test reaches: the time-out of requests and calls that end in a different way, and of
    /// waits for what certainly happens.
    ///
    /// It is far above any load, and much longer than ``promptly``.
    package static let ample: Duration = .seconds(600)
}
