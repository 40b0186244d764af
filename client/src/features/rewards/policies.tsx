import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@shared/money'
import type { RewardPolicy } from '@shared/rewards'
import { formatProgramDay } from '@/lib/program-days'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { PolicyForm } from './policy-form'
import { policiesQuery } from './rewards-api'

/** What approved referrals earn now, what they will earn, and what they earned before; and another policy. */
export function Policies() {
  const { data, isError, refetch } = useQuery(policiesQuery)
  if (isError) return <LoadError what="The reward policies" onRetry={refetch} />
  if (!data) return <Skeleton className="h-96" />
  const inForce = data.find(({ isInForce }) => isInForce)
  return (
    <div className="grid max-w-6xl items-start gap-6 xl:grid-cols-2">
      <Card
        title="Reward Policy"
        description="Each approval earns the reward in effect at that moment."
      >
        <ul className="divide-y border-t">
          {data.map((policy) => (
            <li key={policy.id} className="py-4 last:pb-0">
              <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
                From {formatProgramDay(policy.holdsFrom)}
                <When policy={policy} inForce={inForce} />
              </p>
              <p className="mt-1">{describePolicy(policy)}</p>
            </li>
          ))}
        </ul>
      </Card>
      {inForce ? (
        <Card title="Set a New Policy">
          <PolicyForm key={data[0]?.id} current={data[0] ?? inForce} />
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

/** What an approved referral earns by a policy, in one or two sentences. */
function describePolicy(policy: RewardPolicy): string {
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
