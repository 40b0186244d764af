import {
  defaultPassword,
  emailSettingsRequest,
  unchangedPassword,
  type ConnectionTestResult,
  type EmailSettings,
  type EmailSettingsRequest,
} from '@shared/mail'
import { showServerErrors, useSubmitForm } from '@/lib/form'
import { getErrorMessage, post } from '@/lib/http'
import { useSend } from '@/lib/use-send'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField, PasswordField } from '@/ui/form-fields'
import { Input } from '@/ui/input'
import { connectionTitles, TestResult } from '@/ui/test-result'
import { settingsPath, settingsSaving } from './api'

const formSchema = emailSettingsRequest.pick({ email: true, appPassword: true })

/** The mailbox that mail leaves from. Its password is only ever typed, never shown. */
export function SettingsForm({ settings }: { settings: EmailSettings }) {
  const { send, ...saving } = settingsSaving
  const submission = useSubmitForm(
    formSchema,
    { email: settings.email, appPassword: '' },
    { name: 'mailbox', of: null, never: { appPassword: true } },
    {
      ...saving,
      send: (typed) => {
        testing.reset()
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
    },
  )
  const { form } = submission
  const testing = useSend((typed: EmailSettingsRequest) =>
    post<ConnectionTestResult>(`${settingsPath}/test-connection`, typed, { undo: 'none' }),
  )
  const { control } = form
  const { host, port, secure, service } = settings

  const payload = (typed: { email: string; appPassword?: string | undefined }) => ({
    email: typed.email,
    appPassword: typed.appPassword || (settings.appPassword ? unchangedPassword : defaultPassword),
    host,
    port,
    secure,
    service,
  })

  const handleTest = form.handleSubmit(async (typed) => {
    await testing
      .mutateAsync(payload(typed))
      .catch((error: unknown) => showServerErrors(form, error))
  })

  return (
    <>
      <Form
        {...submission}
        label="Email Configuration"
        actions={
          <>
            <SubmitButton>Save Settings</SubmitButton>
            <Button
              variant="secondary"
              pending={testing.isPending}
              onClick={() => void handleTest()}
            >
              Test Connection
            </Button>
          </>
        }
      >
        <EmailField control={control} name="email" label="Email Address" autoComplete="off" />
        <PasswordField
          control={control}
          name="appPassword"
          label="App Password"
          optional
          hint={explainEmpty(settings)}
          autoComplete="new-password"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FixedField label="Service" value={service} />
          <FixedField label="SMTP Host" value={host} />
          <FixedField label="SMTP Port" value={String(port)} />
          <FixedField label="SSL/TLS" value={secure ? 'Enabled' : 'Disabled'} />
        </div>
      </Form>
      <TestResult
        of={testing}
        problem={getErrorMessage(testing.error, 'Please try again')}
        titles={connectionTitles}
      />
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
