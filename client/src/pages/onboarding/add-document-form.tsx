import type { ReactNode } from 'react'
import { useApply } from '@/features/accounts/api'
import {
  DocumentPicker,
  type DocumentSending,
  useDocumentSending,
} from '@/features/files/document-picker'
import { useUploadOnce } from '@/features/files/use-upload'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'

const sentences = {
  'wrong-type': 'Please upload a PDF, Word document, JPG, or PNG file.',
  empty: 'This file is empty. Please choose another one.',
  'too-large': 'File size must be less than 10MB.',
}

interface AddDocumentFormProps {
  sending: DocumentSending
  button?: string
  children?: ReactNode
}

/** A document of someone who has an account already. */
export function AddDocumentForm(props: AddDocumentFormProps) {
  const { picker, isSending, submit } = props.sending
  const { button = 'Upload Document' } = props

  return (
    <>
      <DocumentPicker
        {...picker}
        label="Your credit report or score screenshot"
        sentences={sentences}
      />
      {props.children}
      <Button
        size="lg"
        pending={isSending}
        aria-describedby={picker.file ? undefined : 'document-needed'}
        className="mt-7 w-full sm:w-auto"
        onClick={() => void submit()}
      >
        {button}
      </Button>
      {picker.file ? null : (
        <p id="document-needed" className="mt-3 text-sm text-muted">
          Add your document to submit.
        </p>
      )}
    </>
  )
}

/** A referrer's application with a document. */
export function useApplyWithFile(onSent: () => void): DocumentSending {
  const applying = useApply()
  const { uploadOnce, forgetIfRefused, ...upload } = useUploadOnce()

  return useDocumentSending({
    upload,
    send: async (file) => {
      const uploadKey = await uploadOnce(file)
      await applying.mutateAsync({ uploadKey }).catch(forgetIfRefused)
      toast({ title: 'Application submitted' })
    },
    failure: { title: 'Submission failed', description: 'Please try again.' },
    onSent,
  })
}
