@main
struct AppexWeb {
    static func main() { print(PackageResources.index_html.count) }
}
