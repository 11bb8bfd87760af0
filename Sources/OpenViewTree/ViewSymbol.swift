/// The symbols that every host can draw, under the names that `UIImage(systemName:)` takes.
public enum ViewSymbol: String, Sendable, CaseIterable {
    case plus, minus, xmark, checkmark, trash, pencil, gear, magnifyingglass, heart, star, bell, photo, camera, link
    case bookmark, tag, folder, doc, tray, clock, calendar, person, envelope, paperplane, house, map, mic, video, play
    case pause, stop, forward, backward, ellipsis, info, questionmark, globe, lock, key, cart, sun = "sun.max"
    case moon, cloud, bolt, flame, flag, eye, speaker, list = "list.bullet", grid = "square.grid.2x2"
    case share = "square.and.arrow.up", download = "square.and.arrow.down", copy = "doc.on.doc"
    case chevronLeft = "chevron.left", chevronRight = "chevron.right", chevronUp = "chevron.up"
    case chevronDown = "chevron.down", arrowUp = "arrow.up", arrowDown = "arrow.down", arrowLeft = "arrow.left"
    case arrowRight = "arrow.right", undo = "arrow.uturn.backward", redo = "arrow.uturn.forward"
    case refresh = "arrow.clockwise", sliders = "slider.horizontal.3", wand = "wand.and.stars"
    case warning = "exclamationmark.triangle", plusCircle = "plus.circle", xmarkCircle = "xmark.circle"
    case checkmarkCircle = "checkmark.circle", sportscourt, trophy, number
}
