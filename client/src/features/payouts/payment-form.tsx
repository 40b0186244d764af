import { methodTitle, paymentMethods, type PaymentMethod } from '@shared/payment-methods'
import {
  newPaymentSettings,
  type NewPaymentSettings,
  type PaymentSettingsState,
} from '@shared/payment-settings'
import { useSubmitForm } from '@/lib/form'
import { requestWithPassword } from '@/lib/request-with-password'
import { refresh } from '@/lib/use-send'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { EmailField, SelectField, TextField } from '@/ui/form-fields'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

interface PaymentFormProps {
  /** The path of the settings. */
  path: string
  method: PaymentMethod
  onSaved: () => void
  /** Absent while there is nothing to keep. */
  onCancel?: (() => void) | undefined
}

const blank: Record<PaymentMethod, NewPaymentSettings> = {
  zelle: { method: 'zelle', contact: '' },
  ach: { method: 'ach', routingNumber: '', accountNumber: '', accountType: 'checking' },
  paypal: { method: 'paypal', email: '' },
}

const accountTypes = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
]

interface MethodTabsProps extends Omit<PaymentFormProps, 'method'> {
  first: PaymentMethod
}

export function MethodTabs({ first, ...form }: MethodTabsProps) {
  return (
    <Tabs defaultValue={first}>
      <TabList label="Payment method">
        {paymentMethods.map((method) => (
          <Tab key={method} value={method}>
            {methodTitle(method)}
          </Tab>
        ))}
      </TabList>
      {paymentMethods.map((method) => (
        <TabPanel key={method} value={method}>
          <PaymentForm {...form} method={method} />
        </TabPanel>
      ))}
    </Tabs>
  )
}

/** Each saving asks for the password. */
function PaymentForm({ path, method, onSaved, onCancel }: PaymentFormProps) {
  const submission = useSubmitForm({
    schema: newPaymentSettings,
    defaultValues: blank[method],
    kept: 'nothing',
    send: (settings) =>
      requestWithPassword<PaymentSettingsState>(
        path,
        { method: 'PUT', body: settings },
        { why: 'This changes where your money goes, so we ask each time.' },
      ),
    sets: [path],
    // They complete a profile, and what is paid next waits for that. Not waited for: the settings are saved.
    onAnswer: (_answer, client) =>
      void refresh(client, ['/api/profile-completion', '/api/referral-desk']),
    done: 'Your payment settings are saved',
    failure: 'Your payment settings were not saved',
    onDone: onSaved,
  })
  const { field } = submission

  return (
    <Form
      {...submission}
      label={methodTitle(method)}
      actions={
        <>
          <SubmitButton>Save Payment Settings</SubmitButton>
          {onCancel ? <CancelButton onCancel={onCancel} /> : null}
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {method === 'zelle' ? (
          <TextField
            {...field('contact')}
            label="Zelle email or phone number"
            hint="The one your bank has on file for Zelle."
          />
        ) : null}
        {method === 'ach' ? (
          <>
            <TextField
              {...field('routingNumber')}
              label="Routing number"
              hint="Nine digits, at the bottom left of a check."
              inputMode="numeric"
            />
            <TextField
              {...field('accountNumber')}
              label="Account number"
              hint="4 to 17 digits."
              inputMode="numeric"
            />
            <SelectField {...field('accountType')} label="Account type" options={accountTypes} />
          </>
        ) : null}
        {method === 'paypal' ? <EmailField {...field('email')} label="PayPal email" /> : null}
      </div>
    </Form>
  )
}
