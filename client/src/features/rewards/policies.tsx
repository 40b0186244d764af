import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { formatCents } from '@shared/money'
import type { RewardPolicy } from '@shared/rewards'
import { rewardKinds, tierRules } from '@shared/reward-rates'
import { z } from '@shared/zod'
import { formatProgramDay, startOfProgramDay } from '@/lib/days'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { dollars, writeDollars } from '@/lib/dollars'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { Form, SubmitButton } from '@/ui/form'
import { SelectField, TextField } from '@/ui/form-fields'
import { pathQuery } from '@/lib/query-client'

export function Policies() {
  const policies = useQuery(policiesQuery)
  return (
    <Loaded query={policies} what="The reward policies" skeleton="h-96">
      {(found) => <PolicyCards policies={found} />}
    </Loaded>
  )
}

function PolicyCards({ policies }: { policies: readonly RewardPolicy[] }) {
  const inForce = policies.find(({ isInForce }) => isInForce)
  return (
    <div className="grid max-w-6xl items-start gap-6 xl:grid-cols-2">
      <Card
        title="Reward Policy"
        description="Each approval earns the reward in effect at that moment."
      >
        <ul className="divide-y border-t">
          {policies.map((policy) => (
            <li key={policy.id} className="py-4 last:pb-0">
              <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
                From {formatProgramDay(policy.holdsFrom)}
                <When policy={policy} inForce={inForce} />
              </p>
              <p className="mt-1">{describeRates(policy)}</p>
            </li>
          ))}
        </ul>
      </Card>
      {inForce ? (
        <Card title="Set a New Policy">
          <PolicyForm key={policies[0]?.id} current={policies[0] ?? inForce} />
        </Card>
      ) : null}
    </div>
  )
}

function When({ policy, inForce }: { policy: RewardPolicy; inForce: RewardPolicy | undefined }) {
  if (policy.isInForce) return <Badge tone="success">In effect</Badge>
  const isNext = inForce && policy.holdsFrom > inForce.holdsFrom
  return isNext ? <Badge tone="warning">Next</Badge> : <Badge>Earlier</Badge>
}

function describeRates(policy: RewardPolicy): string {
  if (policy.kind === 'flat')
    return `${formatCents(policy.flatCents)} for each approved referral, with no cap.`
  const { bronzeCents, silverCents, goldCents, silverFrom, goldFrom, tierRule } = policy
  const tiers = [
    `Bronze ${formatCents(bronzeCents)} for 1 to ${silverFrom - 1} a month`,
    `Silver ${formatCents(silverCents)} for ${silverFrom} to ${goldFrom - 1}`,
    `Gold ${formatCents(goldCents)} for ${goldFrom} or more`,
  ]
  return `${tiers.join(', ')}. ${ruleTexts[tierRule]}.`
}

const ruleTexts: Record<RewardPolicy['tierRule'], string> = {
  each: 'Each referral earns the rate of the tier it falls in',
  highest: 'All referrals in a month earn the rate of the highest tier reached',
}

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

function PolicyForm({ current }: { current: RewardPolicy }) {
  const submission = useSubmitForm({
    schema: policyForm,
    defaultValues: {
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
    kept: { name: 'policy', of: null },
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
  })
  const { form, field } = submission
  const isTiers = useWatch({ control: form.control, name: 'kind' }) === 'tiers'

  return (
    <Form
      {...submission}
      label="Set a reward policy"
      actions={<SubmitButton>Set Policy</SubmitButton>}
    >
      <SelectField {...field('kind')} label="Reward" options={kinds} />
      {isTiers ? (
        <>
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField {...field('bronze')} label="Bronze ($)" inputMode="decimal" />
            <TextField {...field('silver')} label="Silver ($)" inputMode="decimal" />
            <TextField {...field('gold')} label="Gold ($)" inputMode="decimal" />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              {...field('silverFrom')}
              label="Silver starts with referral number"
              inputMode="numeric"
            />
            <TextField
              {...field('goldFrom')}
              label="Gold starts with referral number"
              inputMode="numeric"
            />
          </div>
          <SelectField {...field('tierRule')} label="Rule" options={rules} />
        </>
      ) : (
        <TextField {...field('flat')} label="For each approved referral ($)" inputMode="decimal" />
      )}
      <TextField
        {...field('from')}
        type="date"
        label="Starts on"
        optional
        hint="At midnight Eastern Time. Leave it empty to start now. Earlier approvals keep their policy."
      />
    </Form>
  )
}

const policiesQuery = pathQuery<RewardPolicy[]>('/api/admin/reward-policies', {
  fresh: true,
})
