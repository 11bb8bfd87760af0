import AppexSystem
import AppexWire
import Foundation
import OpenFoundation
import Synchronization
import TestSupport
import Testing

/// How far an owner is, and the way to stop it, in one process and across.
@Suite(.accounted) struct ProgressTests {
    /// A provider whose owner works for as long as the test wants it to.
    private final class Work: Sendable {
        let progress = Progress(totalUnitCount: 200)
        let begun = Promise<Void>()
        let stopped = Promise<Void>()
        private let completion = Mutex<(@Sendable (Data?, (any Error)?) -> Void)?>(nil)

        var provider: NSItemProvider {
            let provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { completion in
                self.completion.withLock { $0 = completion }
                self.progress.cancellationHandler = { self.stopped.give(()) }
                self.begun.give(())
                return self.progress
            }
            return provider
        }

        func finish(_ data: Data?, _ error: (any Error)? = nil) {
            completion.withLock { $0 }?(data, error)
        }
    }

    @Test(arguments: Distance.allCases) func `the owner's fraction arrives at the loader`(_ distance: Distance)
        async throws
    {
        let work = Work()
        try await distance.with(work.provider) { provider in
            let loaded = Promise<Data?>()
            let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, _ in
                loaded.give(data)
            }
            #expect(progress.fractionCompleted == 0)
            try await work.begun.value
            for done in [50, 120] as [Int64] {
                work.progress.completedUnitCount = done
                try await eventually("\(done) of 200") { progress.fractionCompleted == Double(done) / 200 }
            }
            #expect(!progress.isFinished)
            work.finish(Data("done".utf8))
            #expect(try await loaded.value == Data("done".utf8))
            #expect(progress.isFinished)
            #expect(progress.fractionCompleted == 1)
        }
    }

    @Test func `a fraction passes through a process that hands the provider on`() async throws {
        let work = Work()
        try await Distance.acrossSession.with(work.provider) { near in
            try await Distance.acrossSession.with(near) { far in
                let loaded = Promise<Data?>()
                let progress = far.loadDataRepresentation(forTypeIdentifier: "public.data") { data, _ in
                    loaded.give(data)
                }
                try await work.begun.value
                work.progress.completedUnitCount = 60
                try await eventually("60 of 200") { progress.fractionCompleted == 0.3 }
                work.finish(Data())
                #expect(try await loaded.value == Data())
            }
        }
    }

    @Test(arguments: Distance.allCases) func `cancelling stops the owner and gives the loader Cocoa error 3072`(
        _ distance: Distance
    ) async throws {
        let work = Work()
        try await distance.with(work.provider) { provider in
            let history = History()
            let ended = Promise<Void>()
            let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
                history.add("\(data as Any) \(domainAndCode(error))")
                ended.give(())
            }
            try await work.begun.value
            progress.cancel()
            try await work.stopped.value
            try await ended.value
            // An owner that does not care changes nothing.
            work.finish(Data("too late".utf8))
            #expect(history.all == ["nil NSCocoaErrorDomain 3072"])
            #expect(progress.isCancelled)
            #expect(work.progress.isCancelled)
        }
    }

    @Test(arguments: Distance.allCases) func `a loader's own cancellation handler does not keep the owner at work`(
        _ distance: Distance
    ) async throws {
        let work = Work()
        try await distance.with(work.provider) { provider in
            let (heard, ended) = (Promise<Void>(), Promise<String>())
            let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.data") {
                ended.give(domainAndCode($1))
            }
            progress.cancellationHandler = { heard.give(()) }
            try await work.begun.value
            progress.cancel()
            try await heard.value
            try await work.stopped.value
            #expect(try await ended.value == "NSCocoaErrorDomain 3072")
        }
    }

    @Test(arguments: Distance.allCases) func `an owner whose progress ends by an error gives the error`(
        _ distance: Distance
    )
        async throws
    {
        let work = Work()
        try await distance.with(work.provider) { provider in
            let ended = Promise<String>()
            provider.loadDataRepresentation(forTypeIdentifier: "public.data") { ended.give(domainAndCode($1)) }
            try await work.begun.value
            work.finish(nil, NSError(domain: "darkroom", code: 3))
            #expect(try await ended.value == "darkroom 3")
        }
    }

    @Test func `when the other side goes the load ends and the owner is stopped`() async throws {
        let work = Work()
        let ends = try SessionEnds()
        let item = NSExtensionItem()
        item.attachments = [work.provider]
        let provider = try #require(ends.extension.items(ends.host.export([item])).first?.attachments?.first)
        let ended = Promise<String>()
        provider.loadDataRepresentation(forTypeIdentifier: "public.data") { ended.give(domainAndCode($1)) }
        try await work.begun.value
        ends.extension.connection.close()
        #expect(try await ended.value == "\(NSItemProvider.errorDomain) -1000")
        try await work.stopped.value
    }

    @Test(arguments: Distance.allCases) func `AT-36: handlers run off the main thread, wherever the owner calls back`(
        _ distance: Distance
    ) async throws {
        let provider = NSItemProvider()
        provider.registerItem(forTypeIdentifier: "public.data") { completion, _, _ in
            DispatchQueue.main.async { completion?(NSString(string: "x"), nil) }
        }
        try await distance.with(provider) { provider in
            let (item, data, file) = (Promise<Bool>(), Promise<Bool>(), Promise<Bool>())
            provider.loadItem(forTypeIdentifier: "public.data") { _, _ in item.give(Thread.isMainThread) }
            provider.loadDataRepresentation(forTypeIdentifier: "public.data") { _, _ in data.give(Thread.isMainThread) }
            provider.loadFileRepresentation(forTypeIdentifier: "public.data") { _, _ in file.give(Thread.isMainThread) }
            let onMain = try await [item.value, data.value, file.value]
            #expect(onMain == [false, false, false])
        }
    }
}
