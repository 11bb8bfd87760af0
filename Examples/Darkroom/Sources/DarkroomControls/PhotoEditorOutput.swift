import DarkroomEditing
public import DarkroomImaging
import Foundation
public import PhotosUI
import Synchronization

private let progressInterval = Duration.milliseconds(200)

extension PHContentEditingInput {
    /// Makes the result of an edit, away from the main thread. The photograph is read and written a few rows at a time, so
    /// that a large one needs little memory.
    ///
    /// - Parameter adjustmentData: what describes the edit.
    /// - Parameter progress: called a few times in a second, on any thread, with the part of the work that has been done;
    ///   from 0 to 1. Showing it more often would take time from the work.
    /// - Parameter completion: called once, on any thread, with the result; nil if the photograph cannot be edited.
    public func render(
        _ edit: some PictureEditing, describedBy adjustmentData: PHAdjustmentData,
        progress: @escaping EditProgress, completion: @escaping @Sendable (PHContentEditingOutput?) -> Void
    ) {
        DispatchQueue.global(qos: .userInitiated).async {
            guard let original = self.fullSizeImageURL else { return completion(nil) }
            let output = PHContentEditingOutput(contentEditingInput: self)
            let next = Mutex(ContinuousClock.now + progressInterval)
            do {
                try edit.edit(original, to: output.renderedContentURL, memory: PhotoRequest.availableMemory) { part in
                    let isDue = next.withLock { next in
                        guard next <= .now else { return false }
                        next = .now + progressInterval
                        return true
                    }
                    if isDue { progress(part) }
                }
                output.adjustmentData = adjustmentData
                completion(output)
            } catch {
                // The host says that there is no result; the log says why.
                print("Cannot edit the photograph: \(error)")
                completion(nil)
            }
        }
    }
}
