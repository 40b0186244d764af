import type { CreditFile } from '@shared/files'
import { SendFileDialog } from './send-file-dialog'
import { useReplaceFile } from './use-replace-file'

interface ReplaceFileDialogProps {
  file: Pick<CreditFile, 'id' | 'fileName'> | null
  asAdmin: boolean
  onClose: () => void
}

/** A new document in the place of a stored one. */
export function ReplaceFileDialog({ file, ...props }: ReplaceFileDialogProps) {
  return file ? <OpenReplaceFileDialog file={file} {...props} /> : null
}

function OpenReplaceFileDialog(props: ReplaceFileDialogProps & { file: object }) {
  const { file, asAdmin, onClose } = props
  const sending = useReplaceFile(file.id, { asAdmin })
  return (
    <SendFileDialog
      title="Re-upload Document"
      description={
        <>
          The new file replaces{' '}
          <span className="font-medium wrap-anywhere text-ink">{file.fileName}</span> and goes back
          into review.
        </>
      }
      label="The new document"
      submitLabel="Re-upload"
      sending={sending}
      onClose={onClose}
    />
  )
}
