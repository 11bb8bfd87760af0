import AppexProtocol
import ExtensionTesting
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// `appex share` in a terminal, driven by its keys.
@Suite(.timeLimit(.minutes(30)), .enabled(if: TerminalSession.isAvailable, "tmux is not installed"))
struct ShareCommandTests {
    private let form = TestApp.form

    /// Opens the form of the fixture.
    private func openForm(_ terminal: TerminalSession) async throws {
        try await terminal.wait(for: "▸ ✦  Form")
        try await terminal.press("Enter")
        try await terminal.wait(for: "[ Done ]")
    }

    @Test func `a form is filled in by keys, and what it returns is printed`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            try await TerminalSession.with(device, "share --text form") { terminal in
                try await openForm(terminal)
                try await terminal.type("Ada")
                try await terminal.wait(for: "Ada 0.0 false")
                try await terminal.press("Tab")
                try await terminal.press("End")
                try await terminal.wait(for: "Ada 1.0 false")
                try await terminal.press("Tab")
                try await terminal.type(" ")
                try await terminal.wait(for: "Ada 1.0 true")
                try await terminal.press("Tab", "Tab", "Enter")
                let screen = try await terminal.wait(for: "ended: 0")
                #expect(screen.contains("Ada 1.0 true\nended: 0"))
                #expect(try await terminal.isClean)
            }
        }
    }

    @Test func `an alert is answered, and escape answers it with cancel`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            try await TerminalSession.with(device, "share --text form") { terminal in
                try await openForm(terminal)
                try await terminal.press("BTab", "BTab", "Enter")
                try await terminal.wait(for: "Sure?")
                try await terminal.press("Escape")
                try await eventually("the alert goes") { try await !terminal.text.contains("Sure?") }
                try await terminal.press("Enter")
                try await terminal.wait(for: "Sure?")
                try await terminal.press("Tab", "Enter")
                try await eventually("the alert goes") { try await !terminal.text.contains("Sure?") }
                try await terminal.press("Escape")
                try await terminal.wait(for: "▸ ✦  Form")
                try await terminal.press("Escape")
                try await terminal.wait(for: "ended: 130")
                #expect(try await terminal.isClean)
            }
        }
    }

    @Test func `an extension that is killed while its view is shown leaves a sentence, and the sheet`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            try await TerminalSession.with(device, "share --text form") { terminal in
                try await openForm(terminal)
                let victim = try await device.host().process("the extension") { $0.role == .appExtension }
                sendSignal(SIGKILL, to: victim.pid)
                let screen = try await terminal.wait(for: "Form failed")
                #expect(screen.contains("appex reports"), "\(screen)")
                try await terminal.press("Enter")
                try await terminal.wait(for: "▸ ✦  Form")
                try await terminal.press("Escape")
                try await terminal.wait(for: "ended: 4")
                #expect(try await terminal.isClean)
            }
        }
    }

    @Test func `a terminal that is open for reading only is left as it was`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            try await TerminalSession.with(device, "share --text form </dev/tty") { terminal in
                try await openForm(terminal)
                try await terminal.press("C-c")
                try await terminal.wait(for: "ended: 130")
                #expect(try await terminal.isClean)
            }
        }
    }

    @Test(arguments: ["C-c", "Escape"])
    func `an attachment that never comes is not waited for when a person leaves`(_ key: String) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "loadNeverEnds", rule: .predicate("TRUEPREDICATE")))
            try await TerminalSession.with(device, "share --text words") { terminal in
                try await terminal.wait(for: "▸ ✦  Fixture")
                try await terminal.press("Enter")
                try await terminal.wait(for: "Saving what Fixture returned…")
                try await terminal.press(key)
                if key == "Escape" {
                    try await terminal.wait(for: "▸ ✦  Fixture")
                    try await terminal.press(key)
                }
                try await terminal.wait(for: "ended: 130")
                #expect(try await terminal.isClean)
            }
        }
    }

    @Test func `the shell has the terminal while the program is stopped`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            try await TerminalSession.with(device, "share --text form") { terminal in
                try await openForm(terminal)
                try await terminal.type("Ada")
                try await terminal.press("C-z")
                try await terminal.wait(for: "stopped: \(128 + SIGTSTP)")
                #expect(try await terminal.isClean)
                try await terminal.press("Enter")
                try await terminal.wait(for: "Ada 0.0 false")
                try await terminal.type(" L")
                try await terminal.wait(for: "Ada L 0.0 false")
                try await terminal.press("C-c")
                try await terminal.wait(for: "ended: 130")
                #expect(try await terminal.isClean)
            }
        }
    }

    @Test func `any size can be had at any time`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            try await TerminalSession.with(device, "share --text form") { terminal in
                try await openForm(terminal)
                for size in [1, 2, 3, 7, 40, 8, 1, 120, 5, 60] {
                    try await terminal.resize(width: size * 2, height: size)
                }
                try await terminal.resize(width: 60, height: 20)
                try await terminal.wait(for: "[ Done ]")
                try await terminal.press("C-c")
                try await terminal.wait(for: "ended: 130")
                #expect(try await terminal.isClean)
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV])
    func `whatever ends the program, the terminal is as it was`(_ signal: Int32) async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            try await TerminalSession.with(device, "share --text form") { terminal in
                try await openForm(terminal)
                let program = try BuiltProgram.commandLine.path.string + " share"
                let host = try #require(DeviceProcesses.all(of: device).first { $0.name.hasPrefix(program) })
                sendSignal(signal, to: host.pid)
                try await terminal.wait(for: "ended: \(128 + signal)")
                #expect(try await terminal.isClean)
            }
        }
    }

    @Test func `an extension is switched off in the sheet, and gone from it`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            try await TerminalSession.with(device, "share --text form", variables: ["NO_COLOR": "1"]) { terminal in
                try await terminal.wait(for: "▸ ✦  Form")
                try await terminal.press("Down", "Enter")
                try await terminal.wait(for: "[x] Form")
                try await terminal.type(" ")
                try await terminal.wait(for: "[ ] Form")
                try await eventually("it is off") {
                    try await device.appex("list").output.contains("- off")
                }
                try await terminal.press("Escape")
                try await terminal.wait(for: "No extension accepts this.")
                try await terminal.press("Escape")
                try await terminal.wait(for: "ended: 130")
            }
        }
    }

    @Test func `an extension without a view works while a sign turns, and may be called off`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "silent", rule: .predicate("TRUEPREDICATE")))
            try await TerminalSession.with(device, "share --text words") { terminal in
                try await terminal.wait(for: "▸ ✦  Fixture")
                try await terminal.press("Enter")
                try await terminal.wait(for: "Fixture is working…")
                try await terminal.press("Enter")
                try await terminal.wait(for: "▸ ✦  Fixture")
                try await terminal.press("C-c")
                try await terminal.wait(for: "ended: 130")
            }
        }
    }
}
