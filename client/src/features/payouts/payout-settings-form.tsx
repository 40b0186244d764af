import { schedules, type PayoutSettings } from '@shared/payouts'
import { z } from '@shared/zod'
import { dollars, writeDollars } from '@/lib/dollars'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { Form, SubmitButton } from '@/ui/form'
import { SelectField, TextField } from '@/ui/form-fields'
import { useSavePayoutSettings } from './payouts-api'

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
  const saving = useSavePayoutSettings()
  const form = useZodForm(
    settingsForm,
    {
      schedule: settings.schedule,
      minimum: writeDollars(settings.minimumCents),
      reporting: writeDollars(settings.reportingCents),
    },
    { name: 'payout-settings', of: null },
  )
  const { control } = form

  const handleSubmit = submitHandler(
    form,
    async ({ schedule, minimum: minimumCents, reporting: reportingCents }) => {
      await saving.mutateAsync({ schedule, minimumCents, reportingCents })
      toast({ title: 'Payout settings saved', description: 'They apply to the next draft.' })
    },
    {
      failure: 'The settings were not saved',
      rename: { minimumCents: 'minimum', reportingCents: 'reporting' },
    },
  )

  return (
    <Form
      form={form}
      label="Payout Settings"
      onSubmit={handleSubmit}
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
