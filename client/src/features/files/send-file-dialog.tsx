import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CreditFile, OwnFile } from '@shared/files'
import { post } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { refreshFiles, refreshQuestion } from './api'
import { DocumentPicker, useChosenDocument } from './document-picker'
import { useFileSending, useUpload, type ChosenDocument, type FileSending } from './use-upload'

const titles = {
  'wrong-type': 'Invalid file type',
  empty: 'This file is empty',
  'too-large': 'File too large',
}
const sentences = {
  'wrong-type': 'Please upload a PDF, Word document, JPG, or PNG file.',
  empty: 'Please choose another one.',
  'too-large': 'File size must be less than 10MB.',
}

interface SendFileDialogProps {
  title: string
  description: ReactNode
  label: string
  submitLabel: string
  sending: FileSending
  onClose: () => void
  /** Below the document. */
  children?: ReactNode
}

/** Choosing one document and sending it. What was chosen stays until it has arrived. */
export function SendFileDialog(props: SendFileDialogProps) {
  const { title, description, label, submitLabel, sending, onClose } = props
  const { picker, send, refuse } = useChosenDocument(sending, onClose)

  function handleSubmit() {
    if (picker.file) void send()
    else refuse('No file selected', 'Please select a file to upload.')
  }

  function handleClose() {
    sending.cancel()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={handleClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={handleClose}>
            Close
          </Button>
          <Button pending={sending.isSending} onClick={handleSubmit}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <DocumentPicker
        {...picker}
        label={label}
        sentences={sentences}
        toastTitles={titles}
        isErrorToasted
        {...(picker.error && { onRetry: handleSubmit })}
      />
      {props.children}
    </Dialog>
  )
}

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

const title = 'Error re-uploading file'
const notReplaced = {
  title,
  description: 'There was an error re-uploading the file. Please try again.',
}
const notReplacedByAdmin = { title, description: 'Failed to re-upload file' }

/** Putting another document in place of a stored one. */
function useReplaceFile(id: number, options: { asAdmin: boolean }): FileSending {
  const queryClient = useQueryClient()
  const { send, ...upload } = useUpload<OwnFile>()

  async function replace(file: ChosenDocument) {
    if ('uploadKey' in file) await post(`/api/reupload/${id}/${file.uploadKey}`)
    else await send(`/api/reupload/${id}`, file)
    toast({ title: 'File re-uploaded successfully' })
    await refreshFiles(queryClient)
    await refreshQuestion(queryClient)
  }

  return useFileSending(upload, replace, options.asAdmin ? notReplacedByAdmin : notReplaced)
}
