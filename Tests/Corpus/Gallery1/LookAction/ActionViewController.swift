//
//  ActionViewController.swift
//  LookAction
//
//  Created with Xcode 16.
//

import UIKit
import UniformTypeIdentifiers

class ActionViewController: UIViewController {

    @IBOutlet weak var imageView: UIImageView!

    override func viewDidLoad() {
        super.viewDidLoad()
    
        // Find the first picture among the items and show it. Other kinds of
        // items may be read in the same way.
        var imageFound = false
        for item in self.extensionContext!.inputItems as! [NSExtensionItem] {  // Xcode's template casts so.
            for provider in item.attachments! {
                if provider.hasItemConformingToTypeIdentifier(UTType.image.identifier) {
                    // It is a picture, which takes a moment to load.
                    weak var weakImageView = self.imageView
                    provider.loadItem(forTypeIdentifier: UTType.image.identifier, options: nil, completionHandler: { (imageURL, error) in
                        OperationQueue.main.addOperation {
                            if let strongImageView = weakImageView {
                                if let imageURL = imageURL as? URL {
                                    strongImageView.image = UIImage(data: try! Data(contentsOf: imageURL))  // Xcode's template reads the file so.
                                }
                            }
                        }
                    })
                    
                    imageFound = true
                    break
                }
            }
            
            if (imageFound) {
                // One picture is enough.
                break
            }
        }
    }

    @IBAction func done() {
        // Give the host the changed content. This one changes nothing,
        // so the items go back as they came.
        self.extensionContext!.completeRequest(returningItems: self.extensionContext!.inputItems, completionHandler: nil)
    }

}
