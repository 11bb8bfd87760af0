import UIKit

protocol ColoursViewControllerDelegate: AnyObject {
    func coloursViewController(_ controller: ColoursViewController, didChoose name: String)
}

class TouchViewController: UIViewController, ColoursViewControllerDelegate {

    @IBOutlet weak var label: UILabel!
    private weak var meter: MeterViewController?

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        if segue.identifier == "meter" {
            meter = segue.destination as? MeterViewController
        }
    }

    @IBAction func labelTapped(_ sender: UITapGestureRecognizer) {
        label.text = "Tapped once"
    }

    @IBAction func levelChanged(_ sender: UISegmentedControl) {
        let title = sender.titleForSegment(at: sender.selectedSegmentIndex) ?? ""
        meter?.show(title == "High" ? 1 : 0.5)
    }

    @IBAction func showColours(_ sender: UIBarButtonItem) {
        guard let colours = storyboard?.instantiateViewController(withIdentifier: "Colours") as? ColoursViewController
        else { return }
        colours.delegate = self
        present(colours, animated: true)
    }

    @IBAction func done(_ sender: Any) {
        extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
    }

    func coloursViewController(_ controller: ColoursViewController, didChoose name: String) {
        controller.dismiss(animated: true) { [weak self] in
            self?.label.text = "Colour \(name)"
        }
    }
}

class MeterViewController: UIViewController {

    @IBOutlet weak var progressView: UIProgressView!

    func show(_ level: Float) {
        loadViewIfNeeded()
        progressView.setProgress(level, animated: true)
    }
}

class ColoursViewController: UIViewController {

    weak var delegate: ColoursViewControllerDelegate?

    @IBAction func choose(_ sender: UIButton) {
        delegate?.coloursViewController(self, didChoose: sender.title(for: .normal) ?? "")
    }
}
