//
//  ShareViewController.swift
//  KeepShare
//
//  Created with Xcode 8.
//

import UIKit
import Social

class ShareViewController: SLComposeServiceViewController {

    override func isContentValid() -> Bool {
        // Check contentText and the attachments here
        return true
    }

    override func didSelectPost() {
        // Called when Post was pressed. Upload contentText and the attachments here.
    
        // The host is waiting until the request is completed. Calling super would do the same.
        self.extensionContext!.completeRequest(returningItems: [], completionHandler: nil)
    }

    override func configurationItems() -> [Any]! {
        // Return SLComposeSheetConfigurationItem objects to show rows below the text.
        return []
    }

}
