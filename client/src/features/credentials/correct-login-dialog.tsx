import type { OwnCredential } from '@shared/credentials'
import { submitHandler } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { useDiscardQuestion } from '@/lib/use-discard-question'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Form, SubmitButton } from '@/ui/form'
import { useCorrectCredential } from './api'
import { CredentialFields, useCredentialForm } from './credential-fields'

interface CorrectLoginDialogProps {
  login: OwnCredential
  onClose: () => void
}

/** Other values in place of a shared login. Its password and notes are not shown, even to their owner. */
export function CorrectLoginDialog({ login, onClose }: CorrectLoginDialogProps) {
  const { serviceName, serviceUrl, username } = login
  const form = useCredentialForm({ serviceName, serviceUrl, username })
  const correction = useCorrectCredential(login.id)
  const mayLeave = useDiscardQuestion(
    'Discard your changes?',
    form.formState.isDirty && !correction.isSuccess,
  )

  const handleSubmit = submitHandler(
    form,
    async (values) => {
      await correction.mutateAsync(values)
      toast({ title: 'Login corrected', description: 'It’s back in review.' })
      onClose()
    },
    { failure: 'Your login was not corrected' },
  )

  function handleClose() {
    if (mayLeave()) onClose()
  }

  return (
    <Dialog
      open
      size="lg"
      onClose={handleClose}
      title="Correct Your Shared Login"
      description="What you save replaces everything we have, so enter the password and any notes again. The login goes back into review."
    >
      <Form
        form={form}
        label="Correct your shared login"
        onSubmit={handleSubmit}
        isSending={correction.isPending}
        actions={
          <>
            <SubmitButton>Save Changes</SubmitButton>
            <Button variant="secondary" onClick={handleClose}>
              Cancel
            </Button>
          </>
        }
      >
        <CredentialFields form={form} />
      </Form>
    </Dialog>
  )
}
