import { useQuery } from '@tanstack/react-query'
import { correctDetailsRequest, type CurrentUser } from '@shared/accounts'
import { changeEmailRequest, type EmailChangeState } from '@shared/email-changes'
import { brand } from '@/lib/brand'
import { useSubmitForm } from '@/lib/form'
import { formatDateTime } from '@/lib/format'
import { del, patch, post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField, PhoneField, TextField } from '@/ui/form-fields'
import { Loaded } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { emailChangeQuery } from './account-api'

export function CorrectDetailsForm({ user }: { user: CurrentUser }) {
  const { firstName, lastName, phoneNumber } = user
  const submission = useSubmitForm({
    schema: correctDetailsRequest,
    defaultValues: { firstName, lastName, phoneNumber },
    kept: { name: 'details', of: user.id, never: { currentPassword: true, code: true } },
    send: (correction) => patch<CurrentUser>('/api/user', correction),
    sets: sessionKey,
    done: 'Your details are saved',
    failure: 'Your details were not saved',
    onDone: (saved, { reset }) =>
      reset({
        firstName: saved.firstName,
        lastName: saved.lastName,
        phoneNumber: saved.phoneNumber,
      }),
  })
  const { field } = submission

  return (
    <Form {...submission} label="Your details" actions={<SubmitButton>Save Details</SubmitButton>}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('firstName')} label="First name" />
        <TextField {...field('lastName')} label="Last name" />
        <PhoneField {...field('phoneNumber')} label="Phone number" />
      </div>
    </Form>
  )
}

const [path] = emailChangeQuery.queryKey

export function ChangeEmail() {
  const change = useQuery(emailChangeQuery)
  return (
    <Loaded query={change} what="Your email change" skeleton="h-32">
      {({ waiting }) => (waiting ? <WaitingChange change={waiting} /> : <ChangeEmailForm />)}
    </Loaded>
  )
}

function WaitingChange({ change }: { change: NonNullable<EmailChangeState['waiting']> }) {
  const { newEmail, way, expiresAt } = change
  const withdrawal = useAction({
    send: () => del(path),
    refreshes: [path],
    done: 'Your email won’t change',
    failure: 'The change was not canceled',
  })

  return (
    <Notice
      title={way === 'link' ? 'Check your new inbox' : 'Please contact us'}
      actions={
        <ActionButton action={withdrawal} size="sm" variant="secondary">
          Cancel the Change
        </ActionButton>
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
  const submission = useSubmitForm({
    schema: changeEmailRequest,
    defaultValues: { newEmail: '' },
    kept: { name: 'change-email', of: null, never: { currentPassword: true, code: true } },
    send: (typed) => post<EmailChangeState>(path, typed),
    sets: [path],
    failure: 'Your email was not changed',
  })

  return (
    <Form {...submission} label="Change email" actions={<SubmitButton>Change Email</SubmitButton>}>
      <EmailField {...submission.field('newEmail')} label="New email" className="max-w-md" />
    </Form>
  )
}
