import Foundation
import FoundationNetworking
import OpenExtensionFoundation

/// A Share extension that loads the URL that it is given with URLSession, and returns what it gets.
@main
enum DownloadExtension {
    static func main() {
        ExtensionMain.run { DownloadPrincipal() }
    }
}

final class DownloadPrincipal: NSObject, NSExtensionRequestHandling {
    func beginRequest(with context: NSExtensionContext) {
        let text = (context.inputItems.first as? NSExtensionItem)?.attributedContentText?.string
        guard let url = text.flatMap(URL.init) else {
            return context.cancelRequest(withError: URLError(.badURL))
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 20
        URLSession(configuration: configuration).dataTask(with: url) { data, response, error in
            let answer = NSExtensionItem()
            answer.userInfo = [
                "body": String(decoding: data ?? Data(), as: UTF8.self),
                "status": (response as? HTTPURLResponse)?.statusCode ?? 0,
                "error": error?.localizedDescription ?? "",
            ]
            context.completeRequest(returningItems: [answer])
        }.resume()
    }
}
