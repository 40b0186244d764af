import { useQuery } from '@tanstack/react-query'
import { changeEmailRequest, type EmailChangeState } from '@shared/email-changes'
import { brand } from '@/lib/brand'
import { submitHandler, useZodForm } from '@/lib/form'
import { formatDateTime } from '@/lib/format'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField } from '@/ui/form-fields'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast-store'
import { useStepFocus } from '@/ui/use-restore-focus'
import { emailChangeQuery, useAskEmailChange, useWithdrawEmailChange } from './email-change-api'

/** Asks for another email to log in with, and says what it waits for. */
export function ChangeEmail() {
  const { data, isError, refetch } = useQuery(emailChangeQuery)
  // The pending change and the form take each other's place.
  const content = useStepFocus()
  if (isError) return <LoadError what="Your email change" onRetry={refetch} />
  if (!data) return <Skeleton className="h-32" />
  return (
    <div ref={content}>
      {data.waiting ? <WaitingChange change={data.waiting} /> : <ChangeEmailForm />}
    </div>
  )
}

function WaitingChange({ change }: { change: NonNullable<EmailChangeState['waiting']> }) {
  const { newEmail, way, expiresAt } = change
  const withdrawing = useWithdrawEmailChange()

  async function handleClick() {
    try {
      await withdrawing.mutateAsync()
      toast({ title: 'Your email won’t change' })
    } catch (error) {
      toastError('The change was not canceled', error)
    }
  }

  return (
    <Notice
      role="status"
      title={way === 'link' ? 'Check your new inbox' : 'Please contact us'}
      actions={
        <Button
          size="sm"
          variant="secondary"
          pending={withdrawing.isPending}
          onClick={() => void handleClick()}
        >
          Cancel the Change
        </Button>
      }
    >
      {way === 'link' ? (
        <>
          We’ve sent a link to <span className="wrap-anywhere font-medium">{newEmail}</span>. To
          change your email, open it and confirm
          <span>{expiresAt ? ` by ${formatDateTime(expiresAt)}` : ''}</span>. If you don’t see it,
          check your spam folder.
        </>
      ) : (
        <>
          We need to make sure it’s you before we change your email to{' '}
          <span className="wrap-anywhere font-medium">{newEmail}</span>. Please call{' '}
          <span className="whitespace-nowrap">{brand.supportPhone}</span> or email{' '}
          {brand.supportEmail}. Until then, keep logging in with your current email.
        </>
      )}
    </Notice>
  )
}

function ChangeEmailForm() {
  const form = useZodForm(
    changeEmailRequest,
    { newEmail: '' },
    {
      name: 'change-email',
      of: null,
      never: { currentPassword: true, code: true },
    },
  )
  const asking = useAskEmailChange()
  const { control } = form

  const handleSubmit = submitHandler(form, asking.mutateAsync, {
    failure: 'Your email was not changed',
  })

  return (
    <Form
      form={form}
      label="Change email"
      onSubmit={handleSubmit}
      actions={<SubmitButton>Change Email</SubmitButton>}
    >
      <EmailField
        control={control}
        name="newEmail"
        label="New email"
        autoComplete="off"
        className="max-w-md"
      />
    </Form>
  )
}
