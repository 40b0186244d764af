import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { Examination, Finding, SystemState } from '@shared/system'
import { formatDateTime } from '@/lib/format'
import { Card } from '@/ui/card'

const severity = { problem: 0, warning: 1, ok: 2 }

/** What the portal found when it last looked at itself, the worst first. */
export function NightlyCheck({ examination }: Pick<SystemState, 'examination'>) {
  return (
    <Card
      className="p-4 md:p-5"
      title="Nightly Check"
      description={
        examination
          ? `The portal looked at itself ${formatDateTime(examination.at)}.`
          : 'Not yet. The portal looks at itself each night.'
      }
    >
      {examination ? <Findings examination={examination} /> : null}
    </Card>
  )
}

function Findings({ examination }: { examination: Examination }) {
  const findings = examination.findings.toSorted((a, b) => severity[a.level] - severity[b.level])
  return (
    <ul className="grid gap-2.5 text-sm">
      {findings.map((finding) => (
        <li key={finding.about + finding.what} className="flex gap-2.5">
          <FindingIcon level={finding.level} />
          <div className="min-w-0 wrap-anywhere">
            <span>{`${finding.about}: ${finding.what}`}</span>
            {finding.todo ? <span className="block text-muted">{finding.todo}</span> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

const levels = {
  ok: { Icon: CircleCheck, look: 'text-success', name: 'OK' },
  warning: { Icon: TriangleAlert, look: 'text-warning', name: 'Warning' },
  problem: { Icon: CircleX, look: 'text-danger', name: 'Problem' },
}

function FindingIcon({ level }: Pick<Finding, 'level'>) {
  const { Icon, look, name } = levels[level]
  return (
    <span className={look}>
      <Icon strokeWidth={1.75} className="size-4.5" />
      <span className="sr-only">{name}</span>
    </span>
  )
}
