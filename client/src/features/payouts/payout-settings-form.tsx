import { schedules, type PayoutSettings } from '@shared/payouts'
import { z } from '@shared/zod'
import { dollars, writeDollars } from '@/lib/dollars'
import { useSubmitForm } from '@/lib/form'
import { put } from '@/lib/http'
import { Form, SubmitButton } from '@/ui/form'
import { SelectField, TextField } from '@/ui/form-fields'
import { everyAdminPage } from '@/lib/use-send'
import { payoutSettingsPath } from './payouts-api'

const settingsForm = z.object({
  schedule: z.enum(schedules),
  minimum: dollars,
  reporting: dollars,
})

const options = [
  { value: 'monthly', label: 'On the 15th, for the month before' },
  { value: 'weekly', label: 'Each Monday, for the week before' },
]

export function PayoutSettingsForm({ settings }: { settings: PayoutSettings }) {
  const submission = useSubmitForm(
    settingsForm,
    {
      schedule: settings.schedule,
      minimum: writeDollars(settings.minimumCents),
      reporting: writeDollars(settings.reportingCents),
    },
    { name: 'payout-settings', of: null },
    {
      send: ({ schedule, minimum: minimumCents, reporting: reportingCents }) =>
        put(payoutSettingsPath, { schedule, minimumCents, reportingCents }),
      refreshes: everyAdminPage,
      done: { title: 'Payout settings saved', description: 'They apply to the next draft.' },
      failure: 'The settings were not saved',
      rename: { minimumCents: 'minimum', reportingCents: 'reporting' },
    },
  )
  const { control } = submission.form

  return (
    <Form
      {...submission}
      label="Payout Settings"
      actions={<SubmitButton>Save Settings</SubmitButton>}
    >
      <SelectField
        control={control}
        name="schedule"
        label="A draft is prepared"
        options={options}
      />
      <TextField
        control={control}
        name="minimum"
        label="Minimum payout ($)"
        hint="Smaller amounts stay in the balance until they add up."
        inputMode="decimal"
      />
      <TextField
        control={control}
        name="reporting"
        label="Reporting threshold per year ($)"
        hint="The IRS requires a report once payments to one person reach $2,000 in a calendar year, for payments made in 2026 or later."
        inputMode="decimal"
      />
    </Form>
  )
}
