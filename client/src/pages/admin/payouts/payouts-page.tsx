import { useQuery } from '@tanstack/react-query'
import {
  type PayoutRun,
  type PayoutRunDetails,
  type PayoutSettings,
  type PayoutState,
  schedules,
} from '@shared/payouts'
import { z } from '@shared/zod'
import { namePeriod } from '@/features/payouts/line-columns'
import {
  payoutRunsPath,
  payoutRunsQuery,
  payoutSettingsPath,
  payoutSettingsQuery,
} from '@/features/payouts/payouts-api'
import { RunPanel, RunState } from '@/features/payouts/run-panel'
import { Policies } from '@/features/rewards/policies'
import { dollars, writeDollars } from '@/lib/dollars'
import { useSubmitForm } from '@/lib/form'
import { formatDate } from '@/lib/format'
import { post, put } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { useAddress } from '@/lib/use-address'
import { everyAdminPage } from '@/lib/use-send'
import { ActionButton } from '@/ui/button'
import { Card } from '@/ui/card'
import { countColumn, figuresColumn, moneyColumn, openColumn } from '@/ui/columns'
import { EmptyState } from '@/ui/empty-state'
import { Form, SubmitButton } from '@/ui/form'
import { SelectField, TextField } from '@/ui/form-fields'
import { Loaded, LoadError } from '@/ui/loaded'
import { type Column, DataTable } from '@/ui/table'
import { PageTabs } from '../page-tabs'

/** Payout runs, what referrals earn, and how payouts are made. */
export const PayoutsPage = () => (
  <PageTabs
    label="Payouts"
    tabs={[
      { value: 'runs', label: 'Runs', content: <Runs /> },
      { value: 'policy', label: 'Reward Policy', content: <Policies /> },
      { value: 'settings', label: 'Payout Settings', content: <Settings /> },
    ]}
  />
)

function Settings() {
  const stored = useQuery(payoutSettingsQuery)
  return (
    <Card className="max-w-2xl p-5 md:p-7" title="Payout Settings">
      <Loaded query={stored} what="The payout settings" skeleton="h-80">
        {(settings) => <PayoutSettingsForm settings={settings} />}
      </Loaded>
    </Card>
  )
}

/** All payout runs, the newest first, and the one that is open. */
function Runs() {
  const address = useAddress()
  const { data, isPending, isError, refetch } = useQuery(payoutRunsQuery)
  const preparing = useAction({
    send: () => post<PayoutRunDetails>(payoutRunsPath),
    refreshes: everyAdminPage,
    done: (run) =>
      run.state === 'draft'
        ? 'Payout run prepared'
        : `The run for ${namePeriod(run)} was already approved`,
    failure: 'No run was prepared',
    onDone: (run) => address.set({ open: String(run.id) }),
  })
  const opened = data?.find(({ id }) => String(id) === address.get('open')) ?? data?.[0]

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-measure text-muted">
          A draft is prepared automatically on the day it’s due. You can also prepare it now.
          Preparing it twice won’t pay anyone twice.
        </p>
        <ActionButton action={preparing} variant="secondary">
          Prepare Run Now
        </ActionButton>
      </div>
      {isError ? (
        <LoadError what="The payout runs" onRetry={refetch} />
      ) : (
        <DataTable
          columns={runColumns((id) => address.set({ open: String(id) }))}
          rows={data ?? []}
          caption="Payout runs"
          loading={isPending}
          empty={
            <EmptyState
              title="No payout runs yet"
              description="After a period in which a referral earned a reward, a draft appears here with what each person is owed. You approve it, pay the files at your bank, and mark the payouts as paid."
            />
          }
          selectedId={opened?.id}
          density="lines"
        />
      )}
      {opened ? <RunPanel key={opened.id} run={opened} /> : null}
    </div>
  )
}

const runColumns = (onOpen: (id: number) => void): Column<PayoutRun>[] => [
  openColumn({ header: 'For', name: namePeriod, onOpen: ({ id }) => onOpen(id) }),
  { header: 'Status', cell: ({ state }) => <RunState state={state} /> },
  countColumn({ header: 'Payouts', value: (run) => sumOf(run).count }),
  moneyColumn({ header: 'Total', value: (run) => sumOf(run).cents }),
  countColumn({ header: 'Not included', value: apartOf }),
  figuresColumn({ header: 'Prepared', value: ({ createdAt }) => formatDate(createdAt) }),
]

const payable: readonly PayoutState[] = ['ready', 'paying', 'paid']

const sumOf = ({ totals }: PayoutRun) =>
  totals
    .filter(({ state }) => payable.includes(state))
    .reduce((sum, one) => ({ count: sum.count + one.count, cents: sum.cents + one.cents }), {
      count: 0,
      cents: 0,
    })

const apartOf = ({ totals }: PayoutRun) =>
  totals.filter(({ state }) => !payable.includes(state)).reduce((sum, { count }) => sum + count, 0)

const settingsForm = z.object({
  schedule: z.enum(schedules),
  minimum: dollars,
  reporting: dollars,
})

const options = [
  { value: 'monthly', label: 'On the 15th, for the month before' },
  { value: 'weekly', label: 'Each Monday, for the week before' },
]

function PayoutSettingsForm({ settings }: { settings: PayoutSettings }) {
  const submission = useSubmitForm({
    schema: settingsForm,
    defaultValues: {
      schedule: settings.schedule,
      minimum: writeDollars(settings.minimumCents),
      reporting: writeDollars(settings.reportingCents),
    },
    kept: { name: 'payout-settings', of: null },
    send: ({ schedule, minimum: minimumCents, reporting: reportingCents }) =>
      put(payoutSettingsPath, { schedule, minimumCents, reportingCents }),
    refreshes: everyAdminPage,
    done: { title: 'Payout settings saved', description: 'They apply to the next draft.' },
    failure: 'The settings were not saved',
    rename: { minimumCents: 'minimum', reportingCents: 'reporting' },
  })
  const { field } = submission

  return (
    <Form
      {...submission}
      label="Payout Settings"
      actions={<SubmitButton>Save Settings</SubmitButton>}
    >
      <SelectField {...field('schedule')} label="A draft is prepared" options={options} />
      <TextField
        {...field('minimum')}
        label="Minimum payout ($)"
        hint="Smaller amounts stay in the balance until they add up."
        inputMode="decimal"
      />
      <TextField
        {...field('reporting')}
        label="Reporting threshold per year ($)"
        hint="The IRS requires a report once payments to one person reach $2,000 in a calendar year, for payments made in 2026 or later."
        inputMode="decimal"
      />
    </Form>
  )
}
