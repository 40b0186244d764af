import { useState } from 'react'
import { acceptedExtensions, type UploadedFile } from '@shared/files'
import { AccountFields } from '@/features/accounts/account-fields'
import { useRegister } from '@/features/accounts/api'
import { checkFile } from '@/features/files/check-file'
import { useUpload } from '@/features/files/use-upload'
import { submitHandler } from '@/lib/form'
import { HttpError } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { isAbort } from '@/lib/upload'
import { FileDrop } from '@/ui/file-drop'
import { Form, SubmitButton } from '@/ui/form'
import type { Application } from './use-application'

const fileProblems = {
  'wrong-type': 'Invalid file type: Please upload a PDF, Word document, JPG, JPEG, or PNG file.',
  empty: 'This file is empty: Please choose another one.',
  'too-large': 'File too large: Please upload a file smaller than 10MB.',
}
const fileRequired = 'File required: Please select a credit report file to upload.'

interface UploadFormProps {
  application: Application
  onDone: () => void
}

export function UploadForm({ application, onDone }: UploadFormProps) {
  const { account, file, setFile, sentFile, setSentFile } = application
  const [fileError, setFileError] = useState<string>()
  const { progress, send, cancel } = useUpload<UploadedFile>()
  const registration = useRegister()
  const isSending = progress !== null || registration.isPending

  function handleSelect(chosen: File | null) {
    const problem = chosen && checkFile(chosen)
    setFileError(problem ? fileProblems[problem] : undefined)
    setFile(problem ? null : chosen)
  }

  async function uploadOnce(chosen: File): Promise<string> {
    if (sentFile?.file === chosen) return sentFile.uploadKey
    const { uploadKey } = await send('/api/upload', chosen)
    setSentFile({ file: chosen, uploadKey })
    return uploadKey
  }

  const handleSubmit = submitHandler(
    account,
    async ({ confirmPassword: _confirmed, agreeToTerms: _agreed, ...profile }) => {
      if (!file) {
        setFileError(fileRequired)
        return
      }
      try {
        const uploadKey = await uploadOnce(file)
        await registration.mutateAsync({ ...profile, uploadKey, agreeToTerms: true })
      } catch (error) {
        if (isAbort(error)) return
        if (error instanceof HttpError && error.data?.errors?.['uploadKey']) setSentFile(null)
        throw error
      }
      toast({ title: 'Document uploaded and account created!' })
      onDone()
    },
    { failure: 'Submission failed', alsoToast: true },
  )

  return (
    <Form
      form={account}
      onSubmit={handleSubmit}
      isSending={isSending}
      // An upload under way can be canceled.
      before={
        <div className="mb-6">
          <FileDrop
            label="Your credit report or score screenshot"
            hint="PDF, Word (doc, docx), JPG, JPEG or PNG, up to 10 MB."
            accept={acceptedExtensions}
            file={file}
            onSelect={handleSelect}
            error={fileError}
            disabled={registration.isPending}
            progress={progress}
            onCancel={cancel}
          />
        </div>
      }
      actions={
        <>
          <SubmitButton size="lg" disabled={!file} className="w-full sm:w-auto">
            Submit application
          </SubmitButton>
          {file ? null : (
            <p className="basis-full text-sm text-muted">Add your document to submit.</p>
          )}
        </>
      }
    >
      <AccountFields form={account} />
    </Form>
  )
}
