import Testing

@testable import appex_web

/// Which browsers are let in, and for how long.
@Suite struct AdmissionTests {
    @Test func `a secret with one wrong letter is refused, wherever the letter is`() throws {
        let admission = Admission()
        let secret = try #require(admission.redeem(admission.makeLink()))
        #expect(admission.admits(cookie: "device=\(secret)"))
        for place in secret.indices {
            var guess = secret
            guess.replaceSubrange(place...place, with: secret[place] == "0" ? "1" : "0")
            #expect(!admission.admits(cookie: "device=\(guess)"))
        }
        #expect(!admission.admits(cookie: "device=\(secret.dropLast())"))
        #expect(!admission.admits(cookie: "device=\(secret)0"))
    }

    @Test func `one browser more than the limit takes the place of the first`() throws {
        let admission = Admission()
        let secrets = try (0...WebLimits.browsers).map { _ in
            try #require(admission.redeem(admission.makeLink()))
        }
        #expect(!admission.admits(cookie: "device=\(secrets[0])"))
        #expect(secrets.dropFirst().allSatisfy { admission.admits(cookie: "device=\($0)") })
    }

    @Test func `one link more than the limit takes the place of the first, and each works once`() {
        let admission = Admission()
        let links = (0...WebLimits.links).map { _ in admission.makeLink() }
        #expect(admission.redeem(links[0]) == nil)
        #expect(links.dropFirst().allSatisfy { admission.redeem($0) != nil })
        #expect(links.allSatisfy { admission.redeem($0) == nil })
    }

    @Test func `there are exactly as many slots as the limit says, and those that are given back are taken again`() {
        let slots = Slots(2)
        #expect([slots.take(), slots.take(), slots.take()] == [true, true, false])
        slots.giveBack()
        #expect([slots.take(), slots.take()] == [true, false])
    }
}
