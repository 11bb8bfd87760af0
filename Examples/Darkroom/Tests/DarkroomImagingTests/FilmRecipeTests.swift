import CVips
import Foundation
import Synchronization
import Testing

@testable import DarkroomImaging

@Suite struct FilmRecipeTests {
    private let photo: Data

    init() throws {
        photo = try Data(contentsOf: PictureEditTests.folder.appending(path: "Photos/coffee.jpg"))
    }

    /// The standard deviation of all values.
    private func deviation(_ sample: Sample) -> Double {
        let count = Double(sample.pixels.count)
        let mean = Double(sample.pixels.reduce(0) { $0 + Int($1) }) / count
        let squares = Double(sample.pixels.reduce(0) { $0 + Int($1) * Int($1) })
        return (squares / count - mean * mean).squareRoot()
    }

    @Test func `values are moved into their range`() {
        var recipe = FilmRecipe(strength: 2, grain: -1, straighten: -90)
        #expect(recipe == FilmRecipe(strength: 1, grain: 0, straighten: -15))
        (recipe.strength, recipe.grain, recipe.straighten) = (.nan, .infinity, .nan)
        #expect(recipe == FilmRecipe(strength: 0, grain: 1, straighten: 0))
    }

    @Test func `a crop is inside the picture and not too small`() {
        #expect(FilmCrop(x: 0, y: 0, width: 1, height: 1) == .all)
        #expect(FilmCrop(x: 0.95, y: 0, width: 0.05, height: 1) != nil)
        #expect(FilmCrop(x: 0.7, y: 0.1, width: 0.1 + 0.2, height: 0.9) != nil)
        for (x, y, width, height) in [
            (0, 0, 0.049, 1), (0, 0, 1, 0.049), (-0.01, 0, 0.5, 1), (0.51, 0, 0.5, 1), (0, 0.51, 1, 0.5),
            (.nan, 0, 1, 1), (0, 0, .nan, 1), (0, 0, .infinity, 1),
        ] {
            #expect(FilmCrop(x: x, y: y, width: width, height: height) == nil)
        }
    }

    @Test func `the standard recipe leaves the picture as it is`() throws {
        let before = try Sample(photo)
        #expect(try Sample(FilmRecipe().edited(photo)).meanDifference(from: before) < 1)
        for look in FilmLook.allCases {
            let edited = try Sample(FilmRecipe(look: look, strength: 0).edited(photo))
            #expect(edited.meanDifference(from: before) < 1)
        }
    }

    @Test func `looks differ, and half of one is between`() throws {
        let before = try Sample(photo)
        var looks: [Sample] = [before]
        for look in FilmLook.allCases where look != .standard {
            let full = try Sample(FilmRecipe(look: look).edited(photo))
            #expect(looks.allSatisfy { full.meanDifference(from: $0) > 4 })
            looks.append(full)
            let half = try Sample(FilmRecipe(look: look, strength: 0.5).edited(photo))
            let distance = full.meanDifference(from: before)
            #expect(half.meanDifference(from: before) < distance * 0.75)
            #expect(half.meanDifference(from: full) < distance * 0.75)
        }
    }

    @Test func `looks do what their names say`() throws {
        func mean(_ look: FilmLook) throws -> [Double] { try Sample(FilmRecipe(look: look).edited(photo)).mean }
        let before = try Sample(photo).mean
        let (amber, fjord, graphite) = (try mean(.amber), try mean(.fjord), try mean(.graphite))
        #expect(amber[0] - amber[2] > before[0] - before[2] + 5)
        #expect(fjord[0] - fjord[2] < before[0] - before[2] - 5)
        #expect(abs(graphite[0] - graphite[1]) < 1 && abs(graphite[1] - graphite[2]) < 1)
        let chalk = try Sample(FilmRecipe(look: .chalk).edited(Quadrants(width: 64, height: 64).encoded(as: "png")))
        #expect(chalk.pixels.min().map { $0 > 20 } == true)
        let plain = try deviation(Sample(photo))
        #expect(try deviation(Sample(FilmRecipe(look: .thunder).edited(photo))) > plain * 1.1)
    }

    @Test func `the same recipe makes the same bytes`() throws {
        let recipe = FilmRecipe(look: .fjord, strength: 0.8, grain: 0.7, straighten: 2)
        #expect(try recipe.edited(photo) == recipe.edited(photo))
        let preview = try PicturePreview(photo)
        #expect(try preview.jpeg(recipe) == preview.jpeg(recipe))
    }

    @Test func `a crop keeps the part of the picture`() throws {
        let picture = try Quadrants(width: 200, height: 100).encoded(as: "png")
        for (x, y, name) in [(0, 0, "R"), (0.5, 0, "G"), (0, 0.5, "B"), (0.5, 0.5, "W")] {
            let crop = try #require(FilmCrop(x: x, y: y, width: 0.5, height: 0.5))
            let result = try Sample(FilmRecipe(crop: crop).edited(picture))
            #expect(result.width == 100 && result.height == 50)
            #expect(result.names == String(repeating: name, count: 4))
        }
        // After straightening, of what remains.
        let crop = try #require(FilmCrop(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
        #expect(try Sample(FilmRecipe(crop: crop, straighten: 5).edited(picture)).names.hasSuffix("W"))
    }

    @Test(arguments: [(300, 200), (200, 300), (256, 256), (1000, 50), (1, 1), (3, 1)], [-15, -7.5, -0.1, 0.1, 4, 15])
    func `a straightened picture has its aspect ratio and no empty corner`(size: (Int, Int), degrees: Double) {
        let (width, height) = (Double(size.0), Double(size.1))
        let frame = FilmFrame(FilmRecipe(straighten: degrees), width: size.0, height: size.1)
        #expect(frame.width >= 1 && frame.height >= 1 && frame.width <= size.0 && frame.height <= size.1)
        let radians = degrees * .pi / 180
        var closest = Double.infinity
        for x in [frame.left, frame.left + frame.width] {
            for y in [frame.top, frame.top + frame.height] where size.1 > 3 {
                let (dx, dy) = (Double(x) - width / 2, Double(y) - height / 2)
                let sourceX = dx * cos(radians) + dy * sin(radians) + width / 2
                let sourceY = -dx * sin(radians) + dy * cos(radians) + height / 2
                let distance = min(sourceX, sourceY, width - sourceX, height - sourceY)
                #expect(distance > -0.01)
                closest = min(closest, distance)
            }
        }
        // It is the largest: a corner touches a side, apart from whole pixels.
        if size.1 > 3 {
            #expect(closest < 2)
            #expect(abs(Double(frame.width) / width - Double(frame.height) / height) < 2 / min(width, height) + 0.001)
        }
    }

    @Test func `straightening rotates clockwise`() throws {
        // The line between the upper and the lower half, which is in the middle.
        let picture = try Quadrants(width: 400, height: 200).encoded(as: "png")
        func line(_ degrees: Double, at fraction: Double) throws -> Int {
            let result = try Sample(FilmRecipe(straighten: degrees).edited(picture))
            let column = Int(Double(result.width) * fraction)
            // Green is above white on the right; red above blue on the left.
            return try #require((0..<result.height).first { result.colour(column: column, row: $0).2 > 128 })
        }
        #expect(try line(10, at: 0.1) < line(10, at: 0.9) - 20)
        #expect(try line(-10, at: 0.1) > line(-10, at: 0.9) + 20)
    }

    @Test func `a straightened picture has the colours of the picture up to its edges`() throws {
        let white = try Quadrants(width: 301, height: 200, plain: 255).encoded(as: "png")
        for degrees in [-15, -3.3, 0.2, 15] {
            #expect(try Sample(FilmRecipe(straighten: degrees).edited(white)).pixels.allSatisfy { $0 > 250 })
        }
    }

    @Test func `grain of a large picture looks like that of its preview`() throws {
        let grey = try Quadrants(width: 2880, height: 960, plain: 128).encoded(as: "png")
        let recipe = FilmRecipe(grain: 1)
        let full = try Sample(recipe.edited(grey))
        let shown = try Sample(PicturePreview(grey).jpeg(recipe))
        let (strength, strengthShown) = (deviation(full), deviation(shown))
        #expect(strengthShown > 6 && abs(strength - strengthShown) < strengthShown * 0.35)
        // Grains are in the same places: the large picture, made small, is the preview.
        let small = try Sample(PicturePreview(recipe.edited(grey)).jpeg(FilmRecipe()))
        try #require(small.pixels.count == shown.pixels.count)
        let products = zip(small.pixels, shown.pixels).reduce(0) { $0 + (Int($1.0) - 128) * (Int($1.1) - 128) }
        let correlation = Double(products) / Double(small.pixels.count) / deviation(small) / strengthShown
        #expect(correlation > 0.6)
    }

    @Test func `a preview shows what the result will be`() throws {
        let crop = try #require(FilmCrop(x: 0.2, y: 0.1, width: 0.6, height: 0.7))
        let preview = try PicturePreview(photo)
        for recipe in [
            FilmRecipe(look: .amber, crop: crop, straighten: 6), FilmRecipe(look: .thunder, strength: 0.4, grain: 0.5),
            FilmRecipe(look: .graphite, crop: crop),
        ] {
            let shown = try Sample(preview.jpeg(recipe))
            let result = try Sample(recipe.edited(photo))
            #expect(shown.width == result.width && shown.height == result.height)
            #expect(shown.meanDifference(from: result) < 4)
        }
    }

    @Test func `the small copy in the metadata is removed, because it shows what was cropped`() throws {
        let crop = try #require(FilmCrop(x: 0, y: 0, width: 0.5, height: 0.5))
        let file = try Quadrants(width: 64, height: 64).withThumbnail()
        #expect(try Sample(file).fields.contains("jpeg-thumbnail-data"))
        for edit in [FilmRecipe(crop: crop), PictureEdit.sepia] as [any PictureEditing] {
            let result = try Sample(edit.edited(file))
            #expect(result.fields.contains("exif-data") && !result.fields.contains("jpeg-thumbnail-data"))
        }
    }

    @Test(arguments: [FilmRecipe(look: .fjord), FilmRecipe(look: .fjord, straighten: 3)])
    func `progress goes up to the end`(recipe: FilmRecipe) throws {
        let parts = Mutex<[Double]>([])
        _ = try recipe.edited(photo) { part in parts.withLock { $0.append(part) } }
        parts.withLock { parts in
            #expect(parts == parts.sorted() && parts.allSatisfy { (0...1).contains($0) })
            #expect(parts.last.map { $0 > 0.9 } == true)
        }
    }
}
