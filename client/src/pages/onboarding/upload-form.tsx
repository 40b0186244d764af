import { useState } from 'react'
import { acceptedExtensions, type UploadedFile } from '@shared/files'
import { AccountFields } from '@/features/accounts/account-fields'
import { useRegister } from '@/features/accounts/api'
import { checkFile } from '@/features/files/check-file'
import { useUpload } from '@/features/files/use-upload'
import { fieldMessages, showServerErrors } from '@/lib/form'
import { HttpError, messageOf } from '@/lib/http'
import { isAbort } from '@/lib/upload'
import { Button } from '@/ui/button'
import { FileDrop } from '@/ui/file-drop'
import { toast } from '@/ui/toast'
import type { UploadApplication } from './use-application'

const fileProblems = {
  'wrong-type': 'Invalid file type: Please upload a PDF, Word document, JPG, JPEG, or PNG file.',
  empty: 'This file is empty: Please choose another one.',
  'too-large': 'File too large: Please upload a file smaller than 10MB.',
}
const fileRequired = 'File required: Please select a credit report file to upload.'

interface UploadFormProps {
  application: UploadApplication
  onDone: () => void
}

export function UploadForm({ application, onDone }: UploadFormProps) {
  const { form, file, setFile, sent, setSent } = application
  const [fileError, setFileError] = useState<string>()
  const { progress, send, cancel } = useUpload<UploadedFile>()
  const registration = useRegister()
  const { errors, isSubmitting } = form.formState
  // Not while checking: a disabled field could not take the focus that points at its mistake.
  const isSending = progress !== null || registration.isPending

  function handleSelect(chosen: File | null) {
    const problem = chosen && checkFile(chosen)
    setFileError(problem ? fileProblems[problem] : undefined)
    setFile(problem ? null : chosen)
  }

  async function uploadOnce(chosen: File): Promise<string> {
    if (sent?.file === chosen) return sent.uploadKey
    const { uploadKey } = await send('/api/upload', chosen)
    setSent({ file: chosen, uploadKey })
    return uploadKey
  }

  const handleSubmit = form.handleSubmit(async (values) => {
    if (!file) {
      setFileError(fileRequired)
      return
    }
    const { confirmPassword: _confirmed, agreeToTerms: _agreed, ...profile } = values
    try {
      const uploadKey = await uploadOnce(file)
      await registration.mutateAsync({ ...profile, uploadKey, agreeToTerms: true })
      toast({ title: 'Document uploaded and account created!' })
      onDone()
    } catch (error) {
      if (isAbort(error)) return
      if (error instanceof HttpError && error.data?.errors?.['uploadKey']) setSent(null)
      showServerErrors(form, error)
      toast({
        title: 'Submission failed',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  })

  return (
    <form onSubmit={handleSubmit} noValidate>
      {/* Outside the fieldset: an upload under way can be canceled. */}
      <div className="grid gap-6">
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
        <fieldset disabled={isSending} className="grid gap-6">
          <AccountFields
            register={(field) => form.register(field)}
            typed={form.watch()}
            errors={fieldMessages(errors)}
          />
        </fieldset>
      </div>
      <Button
        type="submit"
        size="lg"
        pending={isSubmitting}
        disabled={!file}
        className="mt-7 w-full sm:w-auto"
      >
        Submit application
      </Button>
      {file ? null : <p className="mt-3 text-sm text-muted">Add your document to submit.</p>}
    </form>
  )
}
