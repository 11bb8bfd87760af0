import OpenFoundation

/// Adds entries to one ledger from many processes, kills some of them, and checks that nothing acknowledged is lost.
@main enum LedgerStress {
    /// The exit status for wrong arguments, as in `sysexits.h`.
    private static let wrongUsage: Int32 = 64

    static func main() {
        do {
            switch try Invocation(CommandLine.arguments.dropFirst()) {
            case .help: print(Invocation.usage)
            case .writer(let author, let place): try Writer(author: author, place: place).run()
            case .stress(let plan):
                var run = StressRun(plan)
                let report = try run.run()
                print(report.summary)
                guard report.failures.isEmpty else { exit(EXIT_FAILURE) }
            }
        } catch let error as UsageError {
            complain("\(error)\n\(Invocation.usage)")
            exit(wrongUsage)
        } catch {
            complain(error.localizedDescription)
            exit(EXIT_FAILURE)
        }
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("ledger-stress: \(text)\n".utf8))
    }
}
