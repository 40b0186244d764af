import {
  defaultPassword,
  emailSettingsRequest,
  testMailRequest,
  unchangedPassword,
  type ConnectionTestResult,
  type EmailSettings,
  type TestMailResult,
} from '@shared/mail'
import { fieldsOf, useSubmitForm, useTest, useZodForm } from '@/lib/form'
import { post } from '@/lib/http'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField, PasswordField } from '@/ui/form-fields'
import { Input } from '@/ui/input'
import { TestResult } from '@/ui/notice'
import { settingsPath, settingsSaving } from './api'

const formSchema = emailSettingsRequest.pick({ email: true, appPassword: true })

/** The mailbox that mail leaves from. Its password is only ever typed, never shown. */
export function SettingsForm({ settings }: { settings: EmailSettings }) {
  const { host, port, secure, service } = settings

  const payload = (typed: { email: string; appPassword?: string | undefined }) => ({
    email: typed.email,
    appPassword: typed.appPassword || (settings.appPassword ? unchangedPassword : defaultPassword),
    host,
    port,
    secure,
    service,
  })

  const { send, ...saving } = settingsSaving
  const submission = useSubmitForm({
    schema: formSchema,
    defaultValues: { email: settings.email, appPassword: '' },
    kept: { name: 'mailbox', of: null, never: { appPassword: true } },
    ...saving,
    send: (typed) => {
      test.reset()
      return send(payload(typed))
    },
    done: (_saved, { appPassword }) => ({
      title: describePassword(Boolean(appPassword), settings.appPassword),
      description: 'Your email settings are saved.',
    }),
    failure: 'Failed to save settings',
    fallback: 'Please try again',
    alsoToast: true,
    onDone: ({ email }, { reset }) => reset({ email, appPassword: '' }),
  })
  const { form, field } = submission
  const test = useTest(form, (typed) =>
    post<ConnectionTestResult>(`${settingsPath}/test-connection`, payload(typed), { undo: 'none' }),
  )
  return (
    <>
      <Form
        {...submission}
        label="Email Configuration"
        actions={
          <>
            <SubmitButton>Save Settings</SubmitButton>
            <Button variant="secondary" pending={test.isPending} onClick={() => void test.run()}>
              Test Connection
            </Button>
          </>
        }
      >
        <EmailField {...field('email')} label="Email Address" fill="not-own" />
        <PasswordField
          {...field('appPassword')}
          label="App Password"
          optional
          hint={explainEmpty(settings)}
          fill="new-password"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FixedField label="Service" value={service} />
          <FixedField label="SMTP Host" value={host} />
          <FixedField label="SMTP Port" value={String(port)} />
          <FixedField label="SSL/TLS" value={secure ? 'Enabled' : 'Disabled'} />
        </div>
      </Form>
      <TestResult outcome={test.outcome} />
    </>
  )
}

function explainEmpty({ appPassword, hasDefault }: EmailSettings): string {
  if (appPassword) return 'A password is saved. Leave this empty to keep it.'
  return hasDefault
    ? 'Leave this empty to use the server’s default mailbox.'
    : 'No default mailbox is set up. Enter this mailbox’s app password.'
}

function describePassword(isTyped: boolean, wasStored: boolean): string {
  if (isTyped) return 'Password updated'
  return wasStored ? 'Password unchanged' : 'Settings saved'
}

function FixedField({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label}>
      {(aria) => <Input {...aria} value={value} readOnly className="text-muted" />}
    </Field>
  )
}

export function TestMailForm({ hasSender }: { hasSender: boolean }) {
  const form = useZodForm(testMailRequest, { to: '' }, { name: 'test-email', of: null })
  const { run, outcome } = useTest(
    form,
    async (mail) => {
      const { success, error } = await post<TestMailResult>(`${settingsPath}/send-test`, mail)
      const sent = `Test email sent successfully to ${mail.to}!`
      return { success, message: success ? sent : (error ?? 'Please try again') }
    },
    ({ to }) => {
      const description = to?.message ?? 'Please enter a valid email address.'
      toast({ title: 'Invalid email address', description, variant: 'destructive' })
    },
  )
  const problem = { success: false, message: `Failed to send test email: ${outcome?.message}` }
  return (
    <>
      <Form
        form={form}
        label="Send Test Email"
        onSubmit={run}
        actions={
          <>
            <SubmitButton lockedBy={!hasSender && 'settings-first'}>Send Test Email</SubmitButton>
            {hasSender ? null : (
              <p id="settings-first" className="self-center text-sm text-muted">
                Save the email settings first.
              </p>
            )}
          </>
        }
      >
        <EmailField
          {...fieldsOf(form)('to')}
          label="Recipient"
          fill="not-own"
          placeholder="you@example.com"
        />
      </Form>
      <TestResult
        outcome={outcome?.success === false ? problem : outcome}
        titles={{ failure: 'Failed to Send Email' }}
      />
    </>
  )
}
