import {
  testTextRequest,
  textSettingsRequest,
  unchangedToken,
  type TextSettings,
  type TextTestResult,
} from '@shared/texts'
import type { z } from '@shared/zod'
import { fieldsOf, useSubmitForm, useTest, useZodForm } from '@/lib/form'
import { del, post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton, Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { Form, SubmitButton } from '@/ui/form'
import { PasswordField, PhoneField, TextField } from '@/ui/form-fields'
import { TestResult } from '@/ui/notice'
import { textSettingsPath, textSettingsSaving } from './api'

const formSchema = textSettingsRequest.pick({ accountSid: true, authToken: true, sender: true })

const fieldsFrom = ({ provider }: TextSettings) => ({
  accountSid: provider?.accountSid ?? '',
  authToken: '',
  sender: provider?.sender ?? '',
})

/** The account that texts are sent by. Its token is only ever typed, never shown. */
export function ProviderForm({ settings }: { settings: TextSettings }) {
  const { provider, kinds, webhook } = settings
  const { origin } = new URL(webhook)
  const payload = ({ authToken, ...typed }: z.output<typeof formSchema>) => ({
    ...typed,
    authToken: authToken || (provider ? unchangedToken : ''),
    kinds,
  })

  const submission = useSubmitForm({
    schema: formSchema,
    defaultValues: fieldsFrom(settings),
    kept: { name: 'provider', of: null, never: { authToken: true } },
    sets: textSettingsSaving.sets,
    send: (typed) => {
      test.reset()
      return textSettingsSaving.send(payload(typed))
    },
    done: { title: 'Settings saved', description: 'Your text message settings are saved.' },
    failure: 'Your settings were not saved',
    onDone: (saved, { reset }) => reset(fieldsFrom(saved)),
  })
  const { form, field } = submission
  const test = useTest(form, (typed) =>
    post<TextTestResult>(`${textSettingsPath}/test-connection`, payload(typed), { undo: 'none' }),
  )
  const disconnection = useAction({
    ask: 'Are you sure you want to disconnect the provider? The portal will send no texts, and the auth token saved here will be deleted.',
    send: () => del<TextSettings>(textSettingsPath),
    sets: [textSettingsPath],
    done: { title: 'Provider disconnected', description: 'The portal sends no texts now.' },
    failure: 'The provider was not disconnected',
  })

  return (
    <>
      <Form
        {...submission}
        label="Text Message Provider"
        actions={
          <>
            <SubmitButton>Save Settings</SubmitButton>
            <Button variant="secondary" pending={test.isPending} onClick={() => void test.run()}>
              Test Connection
            </Button>
            {provider ? (
              <ActionButton action={disconnection} variant="secondary">
                Disconnect
              </ActionButton>
            ) : null}
          </>
        }
      >
        <TextField
          {...field('accountSid')}
          label="Account SID"
          hint="From your Twilio console. It begins with AC."
          spellCheck={false}
        />
        <PasswordField
          {...field('authToken')}
          label="Auth Token"
          optional={provider !== null}
          hint={provider ? 'A token is saved. Leave this empty to keep it.' : undefined}
          fill="new-password"
        />
        <TextField
          {...field('sender')}
          label="Sender"
          hint="A US number such as +13035550142, or a messaging service (MG…)."
          spellCheck={false}
        />
        <div>
          <p className="text-sm font-medium">Webhook for incoming messages</p>
          <p className="mt-1 flex items-center gap-1">
            <code className="min-w-0 wrap-anywhere">
              {origin}
              <wbr />
              {webhook.slice(origin.length)}
            </code>
            <CopyButton text={webhook} label="Copy the webhook’s address" />
          </p>
          <p className="mt-1 text-sm text-muted">
            Enter this address at your provider, so we receive STOP and other replies.
          </p>
        </div>
      </Form>
      <TestResult outcome={test.outcome} />
    </>
  )
}

export function TestTextForm() {
  const form = useZodForm(testTextRequest, { to: '' }, { name: 'test-text', of: null })
  const { run, outcome } = useTest(form, (test) =>
    post<TextTestResult>(`${textSettingsPath}/send-test`, test),
  )
  return (
    <>
      <Form
        form={form}
        label="Send Test Text"
        onSubmit={run}
        actions={<SubmitButton>Send Test Text</SubmitButton>}
      >
        <PhoneField
          {...fieldsOf(form)('to')}
          label="Your Mobile Number"
          placeholder="(303) 555-0199"
        />
      </Form>
      <TestResult
        outcome={outcome}
        titles={{ success: 'Test Text Sent', failure: 'Test Text Not Sent' }}
      />
    </>
  )
}
