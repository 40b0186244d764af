import { useWatch } from 'react-hook-form'
import { rewardKinds, tierRules } from '@shared/reward-rates'
import type { RewardPolicy } from '@shared/rewards'
import { z } from '@shared/zod'
import { dollars, writeDollars } from '@/lib/dollars'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { formatProgramDay, startOfProgramDay } from '@/lib/program-days'
import { Form, SubmitButton } from '@/ui/form'
import { SelectField, TextField } from '@/ui/form-fields'
import { policiesQuery } from './rewards-api'

const count = z.string().pipe(z.coerce.number({ error: 'Please enter a number of referrals.' }))

const policyForm = z.object({
  kind: z.enum(rewardKinds),
  flat: dollars,
  bronze: dollars,
  silver: dollars,
  gold: dollars,
  silverFrom: count,
  goldFrom: count,
  tierRule: z.enum(tierRules),
  from: z
    .string()
    .refine((day) => day === '' || startOfProgramDay(day), { error: 'Please choose a date.' }),
})

const kinds = [
  { value: 'flat', label: 'One amount for each approved referral' },
  { value: 'tiers', label: 'Tiers that reset every month' },
]
/** Short enough for a phone. */
const ruleNames = {
  each: 'Each at its own tier’s rate',
  highest: 'All at the highest tier reached',
}
const rules = tierRules.map((value) => ({ value, label: ruleNames[value] }))

const startOf = (day: string) => (day ? startOfProgramDay(day)?.toISOString() : undefined)

/** The policy that comes after the one in force. */
export function PolicyForm({ current }: { current: RewardPolicy }) {
  const submission = useSubmitForm(
    policyForm,
    {
      kind: current.kind,
      flat: writeDollars(current.flatCents),
      bronze: writeDollars(current.bronzeCents),
      silver: writeDollars(current.silverCents),
      gold: writeDollars(current.goldCents),
      silverFrom: String(current.silverFrom),
      goldFrom: String(current.goldFrom),
      tierRule: current.tierRule,
      from: '',
    },
    { name: 'policy', of: null },
    {
      send: ({ from, flat, bronze, silver, gold, ...rates }) =>
        post<RewardPolicy[]>('/api/admin/reward-policies', {
          ...rates,
          flatCents: flat,
          bronzeCents: bronze,
          silverCents: silver,
          goldCents: gold,
          holdsFrom: startOf(from),
        }),
      sets: policiesQuery.queryKey,
      done: (_policies, { from }) => {
        const start = startOf(from)
        const day = start ? `on ${formatProgramDay(start)}` : 'now'
        return { title: 'Reward policy set', description: `It takes effect ${day}.` }
      },
      failure: 'The policy was not set',
      rename: {
        flatCents: 'flat',
        bronzeCents: 'bronze',
        silverCents: 'silver',
        goldCents: 'gold',
        holdsFrom: 'from',
      },
    },
  )
  const { control } = submission.form
  const isTiers = useWatch({ control, name: 'kind' }) === 'tiers'

  return (
    <Form
      {...submission}
      label="Set a reward policy"
      actions={<SubmitButton>Set Policy</SubmitButton>}
    >
      <SelectField control={control} name="kind" label="Reward" options={kinds} />
      {isTiers ? (
        <>
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField control={control} name="bronze" label="Bronze ($)" inputMode="decimal" />
            <TextField control={control} name="silver" label="Silver ($)" inputMode="decimal" />
            <TextField control={control} name="gold" label="Gold ($)" inputMode="decimal" />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              control={control}
              name="silverFrom"
              label="Silver starts with referral number"
              inputMode="numeric"
            />
            <TextField
              control={control}
              name="goldFrom"
              label="Gold starts with referral number"
              inputMode="numeric"
            />
          </div>
          <SelectField control={control} name="tierRule" label="Rule" options={rules} />
        </>
      ) : (
        <TextField
          control={control}
          name="flat"
          label="For each approved referral ($)"
          inputMode="decimal"
        />
      )}
      <TextField
        control={control}
        name="from"
        type="date"
        label="Starts on"
        optional
        hint="At midnight Eastern Time. Leave it empty to start now. Earlier approvals keep their policy."
      />
    </Form>
  )
}
