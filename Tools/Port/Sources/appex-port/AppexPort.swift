@main struct AppexPort { static func main() {} }
