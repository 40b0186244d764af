import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { codeNeeded, reauthentication, type Reauthentication } from '@shared/accounts'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { settleReauthentication, type WaitingCall } from '@/lib/reauthentication'
import { onSessionEnd } from '@/lib/session'
import { Dialog } from '@/ui/dialog'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { CodeField, LoginName, PasswordField } from '@/ui/form-fields'
import { Loaded } from '@/ui/loaded'
import { secondFactorQuery } from './account-api'
import { IdleQuestion } from './idle-question'
import { useSession } from './use-session'

const cancelAll = () => settleReauthentication(false)

/** What may be asked on every page: for the password, and whether someone is still there. */
export const SessionQuestions = ({ call }: { call: WaitingCall | undefined }) => (
  <>
    {call ? <ReauthenticationDialog key={call.id} call={call} /> : null}
    <IdleQuestion />
  </>
)

/** Asks for password and code when a call wants them; the call then goes on with what was typed. */
function ReauthenticationDialog({ call }: { call: WaitingCall }) {
  const { question, send } = call
  const { user } = useSession()
  const secondFactor = useQuery(secondFactorQuery)
  const [location] = useLocation()
  const [askedAt] = useState(location)
  // Whoever leaves the page, or is logged out, is not asked any more.
  useEffect(() => {
    if (location !== askedAt) cancelAll()
  }, [location, askedAt])
  useEffect(() => onSessionEnd(cancelAll), [])

  async function handleConfirm(typed: Reauthentication) {
    const { currentPassword, ...code } = typed
    if (send) await send(typed)
    else await post('/api/reauthenticate', { password: currentPassword, ...code })
    settleReauthentication(true, call)
  }

  const cancel = () => settleReauthentication(false, call)

  return (
    <Dialog
      open
      onClose={cancel}
      title={question?.title ?? 'Confirm It’s You'}
      description={question?.why ?? 'We’ll remember for 10 minutes that it’s you.'}
    >
      <Loaded query={secondFactor} what="The form" skeleton="h-40" isQuiet>
        {({ isOn }) => (
          <ReauthenticationForm
            email={user?.email ?? ''}
            submitLabel={question?.submitLabel ?? 'Continue'}
            asksForCode={isOn}
            onConfirm={handleConfirm}
            onCancel={cancel}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

interface ReauthenticationFormProps {
  email: string
  submitLabel: string
  asksForCode: boolean
  onConfirm: (credentials: Reauthentication) => Promise<void>
  onCancel: () => void
}

const reauthenticationWithCode = reauthentication.refine(({ code }) => Boolean(code), {
  error: codeNeeded,
  path: ['code'],
})

/**
 * Asks someone who is logged in for the password, and for a code where two-step login is on, before
 * something delicate happens.
 */
function ReauthenticationForm({ asksForCode, ...props }: ReauthenticationFormProps) {
  const submission = useSubmitForm({
    isSecret: true,
    schema: asksForCode ? reauthenticationWithCode : reauthentication,
    defaultValues: { currentPassword: '', code: '' },
    kept: 'nothing',
    send: ({ currentPassword, code }) =>
      props.onConfirm({ currentPassword, ...(code && { code }) }),
    failure: 'We couldn’t confirm it’s you',
    rename: { password: 'currentPassword' },
  })
  const { field } = submission

  return (
    <Form
      {...submission}
      label={props.submitLabel}
      before={<LoginName email={props.email} />}
      actions={
        <>
          <SubmitButton>{props.submitLabel}</SubmitButton>
          <CancelButton onCancel={props.onCancel} />
        </>
      }
    >
      <PasswordField {...field('currentPassword')} label="Your password" className="max-w-md" />
      <CodeField {...field('code')} isAsked={asksForCode} className="max-w-md" />
    </Form>
  )
}
