import { History, Upload } from 'lucide-react'
import type { ReviewedFile } from '@shared/files'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

interface FixFileDialogProps {
  file: ReviewedFile | null
  onClose: () => void
  onReplace: (file: ReviewedFile) => void
  onRestore: (file: ReviewedFile) => void
}

/** What can be done about a document whose bytes are missing. */
export function FixFileDialog({ file, onClose, onReplace, onRestore }: FixFileDialogProps) {
  return (
    <Dialog
      open={file !== null}
      onClose={onClose}
      title="Fix a Missing File"
      footer={
        file ? (
          <>
            <Button
              variant="secondary"
              icon={<Upload />}
              onClick={() => {
                onClose()
                onReplace(file)
              }}
            >
              Re-upload
            </Button>
            <Button
              icon={<History />}
              onClick={() => {
                onClose()
                onRestore(file)
              }}
            >
              Try Restore
            </Button>
          </>
        ) : null
      }
    >
      <p>
        <span className="font-medium wrap-anywhere">{file?.fileName}</span> is in the list, but its
        content was not found on the server.
      </p>
      <p className="mt-3 text-muted">
        Restoring brings back the most recent backup. If there isn’t one, re-upload the document
        when you have it.
      </p>
    </Dialog>
  )
}
