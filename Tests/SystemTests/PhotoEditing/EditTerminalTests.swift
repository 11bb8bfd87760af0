import AppexProtocol
import ExtensionTesting
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// `appex edit` in a terminal, driven by its keys.
@Suite(.timeLimit(.minutes(30)), .enabled(if: TerminalSession.isAvailable, "tmux is not installed"))
struct EditTerminalTests {
    private static func with(
        _ name: String = "photo.jpg", _ app: TestApp = TestApp(.photo()),
        _ body: @escaping @Sendable (_ device: TestDevice, _ terminal: TerminalSession) async throws -> Void
    ) async throws {
        try await TestDevice.with { device in
            try await device.install(app)
            try device.writePhoto(name)
            try await TerminalSession.with(device, "edit \(name)") { try await body(device, $0) }
        }
    }

    @Test func `the line of keys says how to end, and control-s keeps the edit`() async throws {
        try await Self.with { _, terminal in
            let screen = try await terminal.wait(for: "editing")
            #expect(screen.contains("photo.jpg · Photo"), "\(screen)")
            #expect(screen.contains("Ctrl-S done   Esc cancel   Ctrl-C quit"), "\(screen)")
            try await terminal.press("C-s")
            let end = try await terminal.wait(for: "ended: 0")
            #expect(end.contains("photo.jpg edited with Photo, version 1"), "\(end)")
            #expect(try await terminal.isClean)
        }
    }

    @Test func `escape cancels, after a question over the view if there are changes`() async throws {
        try await Self.with { _, terminal in
            try await terminal.wait(for: "editing")
            try await terminal.press("Escape")
            try await terminal.wait(for: "ended: 130")
            #expect(try await terminal.isClean)
        }
        try await Self.with("confirm.jpg") { _, terminal in
            try await terminal.wait(for: "editing")
            try await terminal.press("Escape")
            let question = try await terminal.wait(for: "Discard the changes?")
            #expect(question.contains("editing"), "\(question)")
            // Escape answers that editing continues.
            try await terminal.press("Escape")
            try await terminal.wait(for: "Ctrl-S done")
            try await terminal.press("Escape")
            try await terminal.wait(for: "Discard the changes?")
            try await terminal.press("BTab", "Enter")
            try await terminal.wait(for: "ended: 130")
        }
    }

    @Test func `rendering shows progress, and the user need not wait for it`() async throws {
        try await Self.with("finish-never.jpg") { _, terminal in
            try await terminal.wait(for: "editing")
            try await terminal.press("C-s")
            let screen = try await terminal.wait(for: "Rendering…")
            #expect(screen.contains("editing") && screen.contains("Cancel"), "\(screen)")
            try await terminal.press("Escape")
            try await terminal.wait(for: "Ctrl-S done")
            // The result is asked for again, or still rendered: editing continues in both cases.
            try await terminal.press("C-s")
            try await terminal.wait(for: "Return press")
            try await terminal.press("Escape")
            try await terminal.wait(for: "Ctrl-S done")
            try await terminal.press("C-c")
            try await terminal.wait(for: "ended: 130")
            #expect(try await terminal.isClean)
        }
    }

    @Test func `a failed result is shown, and the user continues or gives up`() async throws {
        try await Self.with("finish-nil.jpg") { _, terminal in
            try await terminal.wait(for: "editing")
            try await terminal.press("C-s")
            try await terminal.wait(for: "The edit was not kept")
            try await terminal.press("Escape")
            try await terminal.wait(for: "Ctrl-S done")
            try await terminal.press("C-s")
            try await terminal.wait(for: "The edit was not kept")
            try await terminal.press("BTab", "BTab", "Enter")
            let end = try await terminal.wait(for: "ended: 1")
            #expect(end.contains("returned no edited photograph"), "\(end)")
        }
    }

    @Test func `an extension that is killed leaves a sentence, and the choice of editors`() async throws {
        try await Self.with("photo.jpg", TestApp(.photo("One"), .photo("Two"))) { device, terminal in
            try await terminal.wait(for: "▸ ✦  One")
            try await terminal.press("Enter")
            try await terminal.wait(for: "editing")
            let victim = try await device.host().process("the extension") { $0.role == .appExtension }
            sendSignal(SIGKILL, to: victim.pid)
            try await terminal.wait(for: "One failed")
            try await terminal.press("Enter")
            try await terminal.wait(for: "▸ ✦  One")
            try await terminal.press("Down", "Enter")
            let screen = try await terminal.wait(for: "editing")
            #expect(screen.contains("photo.jpg · Two"), "\(screen)")
            try await terminal.press("C-s")
            try await terminal.wait(for: "ended: 0")
        }
    }

    @Test func `control-r reverts an earlier edit`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo()))
            _ = try await device.appex(["edit", try device.writePhoto()], reading: "done\n")
            try await TerminalSession.with(device, "edit photo.jpg") { terminal in
                try await terminal.wait(for: "Ctrl-S done   Ctrl-R revert")
                try await terminal.press("C-r")
                try await terminal.wait(for: "Revert to the original?")
                try await terminal.press("BTab", "Enter")
                let end = try await terminal.wait(for: "ended: 0")
                #expect(end.contains("photo.jpg is reverted to the original."), "\(end)")
            }
        }
    }
}
