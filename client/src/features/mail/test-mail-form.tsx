import { useState, type SyntheticEvent } from 'react'
import { testMailRequest } from '@shared/mail'
import { messageOf } from '@/lib/http'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { EmailInput } from '@/ui/input'
import { Notice } from '@/ui/notice'
import { toast } from '@/ui/toast'
import { useSendTestMail } from './api'

/** Sends one mail to see whether it arrives; only once there is a mailbox to send it from. */
export function TestMailForm({ hasSender }: { hasSender: boolean }) {
  const [to, setTo] = useState('')
  const sending = useSendTestMail()

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    const checked = testMailRequest.safeParse({ to })
    if (checked.success) {
      if (!sending.isPending) sending.mutate(checked.data)
      return
    }
    toast({
      title: 'Invalid email address',
      description: 'Please enter a valid email address.',
      variant: 'destructive',
    })
  }

  return (
    <form onSubmit={handleSubmit} noValidate aria-label="Send Test Email">
      <Field label="Recipient" hint={hasSender ? undefined : 'Save the email settings first.'}>
        {(aria) => (
          <EmailInput
            {...aria}
            autoComplete="off"
            placeholder="you@example.com"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mt-5" disabled={!hasSender} pending={sending.isPending}>
        Send Test Email
      </Button>
      <TestResult sending={sending} />
    </form>
  )
}

function TestResult({ sending }: { sending: ReturnType<typeof useSendTestMail> }) {
  if (sending.isPending || sending.isIdle) return null
  if (sending.data?.success) {
    return (
      <Notice tone="success" role="status" className="mt-5">
        <span className="wrap-anywhere">
          Test email sent successfully to {sending.variables.to}!
        </span>
      </Notice>
    )
  }
  const problem = sending.data?.error ?? messageOf(sending.error, 'Please try again')
  return (
    <Notice tone="danger" role="alert" title="Failed to Send Email" className="mt-5">
      Failed to send test email: {problem}
    </Notice>
  )
}
