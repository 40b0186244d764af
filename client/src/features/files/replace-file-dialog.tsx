import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreditFile, OwnFile } from '@shared/files'
import { getErrorMessage, request } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { isAbort } from '@/lib/upload'
import { refreshFiles, refreshQuestion } from './api'
import { failed, type ChosenDocument, type FileSending, type SendOutcome } from './file-sending'
import { SendFileDialog } from './send-file-dialog'
import { useUpload } from './use-upload'

interface ReplaceFileDialogProps {
  file: Pick<CreditFile, 'id' | 'fileName'> | null
  asAdmin: boolean
  onClose: () => void
}

/** A new document in place of a stored one. */
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

const notReplaced = 'There was an error re-uploading the file. Please try again.'
const notReplacedByAdmin = 'Failed to re-upload file'

/** Putting another document in place of a stored one. */
function useReplaceFile(id: number, options: { asAdmin: boolean }): FileSending {
  const queryClient = useQueryClient()
  const { progress, send, cancel } = useUpload<OwnFile>()
  const [isSending, setIsSending] = useState(false)

  async function replace(file: ChosenDocument): Promise<SendOutcome> {
    try {
      if ('uploadKey' in file)
        await request(`/api/reupload/${id}/${file.uploadKey}`, { method: 'POST' })
      else await send(`/api/reupload/${id}`, file)
    } catch (error) {
      if (isAbort(error)) return { result: 'canceled' }
      const description = getErrorMessage(error, options.asAdmin ? notReplacedByAdmin : notReplaced)
      return failed({ title: 'Error re-uploading file', description })
    }
    toast({ title: 'File re-uploaded successfully' })
    await refreshFiles(queryClient)
    await refreshQuestion(queryClient)
    return { result: 'sent' }
  }

  // Until the lists show it, too: a second click must not send it again.
  async function submit(file: ChosenDocument): Promise<SendOutcome> {
    setIsSending(true)
    try {
      return await replace(file)
    } finally {
      setIsSending(false)
    }
  }

  return { progress, isSending, cancel, submit }
}
