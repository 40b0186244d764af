import type { OwnCredential } from '@shared/credentials'
import { useSubmit } from '@/lib/form'
import { patch } from '@/lib/http'
import { FormDialog } from '@/ui/form-dialog'
import { ownCredentialsPath } from './api'
import { CredentialFields, useCredentialForm } from './credential-fields'

interface CorrectLoginDialogProps {
  login: OwnCredential
  onClose: () => void
}

/** Other values in place of a shared login. Its password and notes are not shown, even to their owner. */
export function CorrectLoginDialog({ login, onClose }: CorrectLoginDialogProps) {
  const { serviceName, serviceUrl, username } = login
  const form = useCredentialForm(login.id, { serviceName, serviceUrl, username })
  const submission = useSubmit(form, {
    send: (values) => patch(`${ownCredentialsPath}/${login.id}`, values),
    refreshes: [ownCredentialsPath],
    done: { title: 'Login corrected', description: 'It’s back in review.' },
    onDone: onClose,
    failure: 'Your login was not corrected',
  })

  return (
    <FormDialog
      {...submission}
      label="Correct your shared login"
      size="lg"
      title="Correct Your Shared Login"
      description="What you save replaces everything we have, so enter the password and any notes again. The login goes back into review."
      submitLabel="Save Changes"
      discardQuestion="Discard your changes?"
      onClose={onClose}
    >
      <CredentialFields form={form} />
    </FormDialog>
  )
}
