import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CurrentUser } from '@shared/accounts'
import type { CreditFile, OwnFile } from '@shared/files'
import type { OwnQuestion } from '@shared/questions'
import { post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { refreshFiles, refreshQuestion } from './api'
import { DocumentPicker, type DocumentSending, useDocumentSending } from './document-picker'
import { useUpload } from './use-upload'

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
  sending: DocumentSending
  onClose: () => void
  children?: ReactNode
}

export function SendFileDialog(props: SendFileDialogProps) {
  const { title, description, label, submitLabel, sending, onClose } = props
  const { picker, isSending, submit, cancel } = sending

  function handleClose() {
    cancel()
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
            Cancel
          </Button>
          <Button pending={isSending} onClick={() => void submit()}>
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
        {...(picker.error && { onRetry: () => void submit() })}
      />
      {props.children}
    </Dialog>
  )
}

const longestTitle = 150

/** The question itself, where a title can hold it. */
export const titleOfQuestion = ({ words }: OwnQuestion): string =>
  words.length > longestTitle ? 'Answer Our Question' : words

interface ReplaceFileDialogProps {
  file: Pick<CreditFile, 'id' | 'fileName'> | null
  asAdmin: boolean
  onClose: () => void
}

export function ReplaceFileDialog({ file, ...props }: ReplaceFileDialogProps) {
  return file ? <OpenReplaceFileDialog file={file} {...props} /> : null
}

type OpenReplaceFileDialogProps = ReplaceFileDialogProps & { file: object }

function OpenReplaceFileDialog(props: OpenReplaceFileDialogProps) {
  const { file, onClose } = props
  const sending = useReplaceFile(props)
  // A new document answers what its owner was asked about the one before.
  const question = useQueryClient().getQueryData<CurrentUser | null>(sessionKey)?.question
  const answered = question?.file?.id === file.id ? question : null
  return (
    <SendFileDialog
      title={answered ? titleOfQuestion(answered) : 'Re-upload Document'}
      description={
        <>
          The new file replaces{' '}
          <span className="font-medium wrap-anywhere text-ink">{file.fileName}</span> and goes back
          into review.
        </>
      }
      label="The new document"
      submitLabel={answered ? 'Send' : 'Re-upload'}
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

function useReplaceFile({ file, asAdmin, onClose }: OpenReplaceFileDialogProps): DocumentSending {
  const queryClient = useQueryClient()
  const { send, ...upload } = useUpload<OwnFile>()
  const path = `/api/reupload/${file.id}`

  return useDocumentSending({
    upload,
    send: async (chosen) => {
      if ('uploadKey' in chosen) await post(`${path}/${chosen.uploadKey}`)
      else await send(path, chosen)
      toast({ title: 'File re-uploaded successfully' })
      await refreshFiles(queryClient)
      await refreshQuestion(queryClient)
    },
    failure: asAdmin ? notReplacedByAdmin : notReplaced,
    onSent: onClose,
  })
}
