import { useState } from 'react'
import { AccountFields, useAccountForm, type Account } from '@/features/accounts/account-fields'
import { useRegister } from '@/features/accounts/api'
import { useShareCredentials } from '@/features/credentials/api'
import { useCredentialForm } from '@/features/credentials/credential-fields'
import { DocumentPicker } from '@/features/files/document-picker'
import { useUploadOnce, type ChosenDocument } from '@/features/files/use-upload'
import { forgetDraft } from '@/lib/draft'
import { submitHandler } from '@/lib/form'
import { getErrorMessage } from '@/lib/http'
import { toast, toastError } from '@/lib/toast-store'
import { isAbort } from '@/lib/upload'
import { isKeyRefused, useOnce } from '@/lib/use-once'
import { Button } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { Status } from '@/ui/status'

const sentences = {
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
  const { account, file, setFile, uploading, register, isRegistering } = application
  const { progress, cancel, uploadOnce, forgetIfRefused } = uploading
  const [fileError, setFileError] = useState<string>()

  /** Said together with what else is missing. */
  function requireFile() {
    if (!file) setFileError(fileRequired)
  }

  /** Null when it was canceled or refused, which is said beside the file then. */
  async function sendFile(chosen: ChosenDocument): Promise<string | null> {
    setFileError(undefined)
    try {
      return await uploadOnce(chosen)
    } catch (error) {
      if (isAbort(error)) return null
      setFileError(getErrorMessage(error, 'Please try again.'))
      toastError('Submission failed', error, 'Please try again.')
      return null
    }
  }

  const handleSubmit = submitHandler(
    account,
    async (person) => {
      if (!file) return requireFile()
      const uploadKey = await sendFile(file)
      if (uploadKey === null) return
      await register(person, uploadKey).catch((error: unknown) => {
        // A photo that came from a phone can't be sent again.
        if (isKeyRefused(error) && 'uploadKey' in file) setFile(null)
        forgetIfRefused(error)
      })
      toast({ title: 'Document uploaded and account created!' })
      onDone()
    },
    { failure: 'Submission failed', alsoToast: true, onInvalid: requireFile },
  )

  return (
    <Form
      form={account}
      onSubmit={handleSubmit}
      // The file's own card stays as it is while the fields are disabled.
      before={
        <div className="mb-6">
          <DocumentPicker
            label="Your credit report or score screenshot"
            file={file}
            onSelect={(chosen) => {
              setFile(chosen)
              setFileError(undefined)
            }}
            sentences={sentences}
            error={fileError}
            disabled={isRegistering}
            progress={progress}
            {...(fileError && { onRetry: () => void handleSubmit() })}
          />
        </div>
      }
      actions={
        <>
          {/* Looks disabled while the document is missing; when pressed, it says so. */}
          <SubmitButton
            size="lg"
            aria-disabled={!file || undefined}
            aria-describedby={file ? undefined : 'document-needed'}
            className="w-full sm:w-auto"
          >
            Submit Application
          </SubmitButton>
          {progress !== null || isRegistering ? (
            <Sending progress={progress} onCancel={cancel} />
          ) : null}
          {file ? null : (
            <p id="document-needed" className="basis-full text-sm text-muted">
              Add your document to submit.
            </p>
          )}
        </>
      }
    >
      <AccountFields form={account} />
    </Form>
  )
}

/** The progress beside the button: on a phone the file's own bar is far above. */
function Sending({ progress, onCancel }: { progress: number | null; onCancel: () => void }) {
  return (
    <div className="flex basis-full items-center justify-between gap-4 text-sm text-muted sm:justify-start">
      <p>
        {/* How far the document is, the place says that it was put in. */}
        {progress === null ? (
          <Status as="span">Creating your account…</Status>
        ) : (
          <span>Sending your document…</span>
        )}
        {progress === null ? null : (
          <span className="figures" aria-hidden="true">
            {' '}
            {Math.round(progress * 100)}%
          </span>
        )}
      </p>
      {progress === null ? null : (
        <Button variant="secondary" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

/**
 * An application as far as it has come; it outlives the tab it is filled in on, and but for secrets
 * and the file a reload of the page. Both ways of applying fill in the same account.
 */
export function useApplication() {
  const account = useAccountForm()
  const credentials = useCredentialForm('application')
  const [file, setFile] = useState<ChosenDocument | null>(null)
  const uploading = useUploadOnce()
  const { mutateAsync: share } = useShareCredentials()
  const sharing = useOnce(share, JSON.stringify)
  const registration = useRegister()

  function register(person: Account, uploadKey: string) {
    const { confirmPassword: _confirmed, ...profile } = person
    return registration.mutateAsync({ ...profile, uploadKey, agreeToTerms: true })
  }

  const isRegistering = registration.isPending
  return { account, credentials, file, setFile, uploading, sharing, register, isRegistering }
}

/** Once an application has arrived, nothing of it stays in the browser. */
export function forgetApplication({ account, credentials }: Application): void {
  forgetDraft(account)
  forgetDraft(credentials)
}

export type Application = ReturnType<typeof useApplication>
