import { paymentMethods, type PaymentMethod } from '@shared/payment-methods'
import {
  savePaymentSettingsRequest,
  type SavePaymentSettingsRequest,
} from '@shared/payment-settings'
import { submitHandler, useZodForm } from '@/lib/form'
import { Button } from '@/ui/button'
import { CodeField } from '@/ui/code-input'
import { Form, SubmitButton } from '@/ui/form'
import { EmailField, PasswordField, SelectField, TextField } from '@/ui/form-fields'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast'
import { methodTitle } from './method-title'
import { useSavePaymentSettings } from './payment-settings-api'

interface PaymentFormProps {
  method: PaymentMethod
  /** What the person logs in with. */
  email: string
  /** Whether two-step login is on. */
  asksForCode: boolean
  onSaved: () => void
  /** Absent while there is nothing to keep. */
  onCancel?: (() => void) | undefined
}

const proof = { currentPassword: '', code: '' }

const blank: Record<PaymentMethod, SavePaymentSettingsRequest> = {
  zelle: { method: 'zelle', contact: '', ...proof },
  ach: { method: 'ach', routingNumber: '', accountNumber: '', accountType: 'checking', ...proof },
  paypal: { method: 'paypal', email: '', ...proof },
}

const accountTypes = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
]

interface MethodTabsProps extends Omit<PaymentFormProps, 'method'> {
  first: PaymentMethod
}

/** A form for each way to be paid. */
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

/** Where someone's money goes by one method; saved with the password. */
function PaymentForm(props: PaymentFormProps) {
  const { method, email, asksForCode, onSaved, onCancel } = props
  const form = useZodForm(savePaymentSettingsRequest, blank[method])
  const saving = useSavePaymentSettings()
  const { control } = form

  const handleSubmit = submitHandler(
    form,
    async ({ code, ...settings }) => {
      await saving.mutateAsync({ ...settings, ...(code && { code }) })
      toast({ title: 'Your payment settings are saved' })
      onSaved()
    },
    { failure: 'Your payment settings were not saved' },
  )

  return (
    <Form
      form={form}
      label={methodTitle(method)}
      onSubmit={handleSubmit}
      isSending={saving.isPending}
      // Password managers keep what they save by a name, and look for it in the form.
      before={<input type="text" autoComplete="username" value={email} hidden readOnly />}
      actions={
        <>
          <SubmitButton>Save Payment Settings</SubmitButton>
          {onCancel ? (
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {method === 'zelle' ? (
          <TextField
            control={control}
            name="contact"
            label="Zelle email or phone number"
            hint="The one your bank has on file for Zelle."
            autoComplete="off"
          />
        ) : null}
        {method === 'ach' ? (
          <>
            <TextField
              control={control}
              name="routingNumber"
              label="Routing number"
              hint="Nine digits, at the bottom left of a check."
              inputMode="numeric"
              autoComplete="off"
            />
            <TextField
              control={control}
              name="accountNumber"
              label="Account number"
              hint="4 to 17 digits."
              inputMode="numeric"
              autoComplete="off"
            />
            <SelectField
              control={control}
              name="accountType"
              label="Account type"
              options={accountTypes}
            />
          </>
        ) : null}
        {method === 'paypal' ? (
          <EmailField control={control} name="email" label="PayPal email" autoComplete="off" />
        ) : null}
        <div className="sm:col-start-1">
          <PasswordField control={control} name="currentPassword" label="Your password" />
        </div>
      </div>
      <CodeField control={control} name="code" isAsked={asksForCode} className="max-w-md" />
    </Form>
  )
}
