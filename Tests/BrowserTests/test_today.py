"""Widgets in Today."""

from playwright.sync_api import Locator, expect

from screen import Screen


def add_scoreboard(screen: Screen) -> Locator:
    """Puts the widget of Scoreboard into Today and waits until it shows something."""
    screen.go("#/today")
    screen.page.get_by_role("button", name="Add Widgets").click()
    screen.page.get_by_role("button", name="Add Scoreboard").click()
    screen.page.get_by_role("button", name="Done").click()
    widget = screen.page.get_by_role("region", name="Scoreboard")
    expect(widget.get_by_text("Round")).to_be_visible()
    return widget


def test_a_widget_is_added_and_expanded(screen: Screen):
    widget = add_scoreboard(screen)
    screen.check_accessibility()
    second = widget.get_by_text("–").first
    expect(second).to_be_hidden()
    widget.get_by_role("button", name="Show More").click()
    expect(second).to_be_visible()
    screen.check_accessibility()
    widget.get_by_role("button", name="Show Less").click()
    expect(second).to_be_hidden()


def test_a_widget_is_there_the_next_time(screen: Screen):
    add_scoreboard(screen)
    screen.page.reload()
    expect(screen.page.get_by_role("region", name="Scoreboard").get_by_text("Round")).to_be_visible()


def test_reloading_again_and_again_leaves_no_widget_behind(screen: Screen):
    add_scoreboard(screen)
    # More often than a tab may have requests open.
    for _ in range(14):
        screen.page.reload()
        expect(screen.page.get_by_role("region", name="Scoreboard").locator("[aria-busy=false]")).to_be_visible()
    expect(screen.page.get_by_text("Unable to Load")).to_have_count(0)


def test_the_widget_opens_its_app_at_the_game_that_was_pressed(screen: Screen):
    widget = add_scoreboard(screen)
    widget.get_by_role("button", name="Show More").click()
    line = widget.get_by_text("–").first
    home, away = line.inner_text().split(" – ")
    line.click()
    app = screen.page.get_by_role("dialog")
    expect(app.get_by_text(home).first).to_be_visible()
    expect(app.get_by_text(away).first).to_be_visible()
    expect(app.get_by_text("Table after Round")).to_be_visible()
    screen.check_accessibility()
    app.get_by_role("button", name="Close").click()
    expect(app).to_have_count(0)
    # The widget is still there, and opens the app where it runs.
    line.click()
    expect(screen.page.get_by_role("dialog").get_by_text("Table after Round")).to_be_visible()
