import { testMailRequest, type TestMailRequest, type TestMailResult } from '@shared/mail'
import { useZodForm } from '@/lib/form'
import { getErrorMessage, post } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { useSend } from '@/lib/use-send'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField } from '@/ui/form-fields'
import { Notice } from '@/ui/notice'
import { settingsPath } from './api'

const sendTest = (mail: TestMailRequest) => post<TestMailResult>(`${settingsPath}/send-test`, mail)

/** Sends one mail to see whether it arrives; only once there is a mailbox to send it from. */
export function TestMailForm({ hasSender }: { hasSender: boolean }) {
  const form = useZodForm(testMailRequest, { to: '' }, { name: 'test-email', of: null })
  const sending = useSend(sendTest)

  const handleSubmit = form.handleSubmit(
    // The outcome is shown below.
    (mail) => sending.mutateAsync(mail).catch(() => undefined),
    ({ to }) => {
      const description = to?.message ?? 'Please enter a valid email address.'
      toast({ title: 'Invalid email address', description, variant: 'destructive' })
    },
  )

  return (
    <>
      <Form
        form={form}
        label="Send Test Email"
        onSubmit={handleSubmit}
        actions={<SubmitButton disabled={!hasSender}>Send Test Email</SubmitButton>}
      >
        <EmailField
          control={form.control}
          name="to"
          label="Recipient"
          hint={hasSender ? undefined : 'Save the email settings first.'}
          autoComplete="off"
          placeholder="you@example.com"
        />
      </Form>
      <TestResult sending={sending} />
    </>
  )
}

function TestResult({
  sending,
}: {
  sending: ReturnType<typeof useSend<TestMailResult, TestMailRequest>>
}) {
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
  const problem = sending.data?.error ?? getErrorMessage(sending.error, 'Please try again')
  return (
    <Notice tone="danger" role="alert" title="Failed to Send Email" className="mt-5">
      Failed to send test email: {problem}
    </Notice>
  )
}
