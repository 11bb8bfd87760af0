import AppexSystem
import Testing

/// How much of something may come.
@Suite struct TokenBucketTests {
    private static let start = ContinuousClock.now

    @Test(arguments: [(10, true), (11, false)])
    func `what may come at once is exactly so much`(amount: Int, isFine: Bool) {
        var bucket = TokenBucket(perSecond: 5, most: 10)
        let isTaken = bucket.take(amount, at: Self.start)
        #expect(isTaken == isFine)
        // What was too much has not been counted.
        #expect(bucket.room(at: Self.start) == (isFine ? 0 : 10))
    }

    @Test(arguments: [(1, true), (5, true), (6, false)])
    func `after a second there is room for as much as a second gives`(amount: Int, isFine: Bool) {
        var bucket = TokenBucket(perSecond: 5, most: 10)
        let taken = [
            bucket.take(10, at: Self.start), bucket.take(1, at: Self.start),
            bucket.take(amount, at: Self.start + .seconds(1)),
        ]
        #expect(taken == [true, false, isFine])
    }

    @Test func `rest never gives more than may come at once, and a clock that goes back gives nothing`() {
        var bucket = TokenBucket(perSecond: 5, most: 10)
        bucket.spend(1, at: Self.start)
        #expect(bucket.room(at: Self.start + .seconds(3600)) == 10)
        #expect(bucket.room(at: Self.start - .seconds(3600)) == 9)
    }

    @Test func `a clock that goes back and forth again does not give the same time twice`() {
        var bucket = TokenBucket(perSecond: 5, most: 10)
        bucket.spend(10, at: Self.start)
        bucket.spend(0, at: Self.start - .seconds(2))
        #expect(bucket.room(at: Self.start) == 0)
    }

    @Test func `what was spent beyond the measure has to be made up for`() {
        var bucket = TokenBucket(perSecond: 5, most: 10)
        bucket.spend(20, at: Self.start)
        #expect(bucket.pause(at: Self.start) == .seconds(2))
        #expect(bucket.pause(at: Self.start + .seconds(1)) == .seconds(1))
        #expect(bucket.pause(at: Self.start + .seconds(3)) == .zero)
    }
}
