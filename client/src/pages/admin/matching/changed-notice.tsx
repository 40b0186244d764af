import { readCurrent, type useMatchStep } from '@/features/matches/admin-api'
import { Notice } from '@/ui/notice'

/** After a conflict with someone else's step; other refusals are about the step itself. */
export function ChangedNotice({ step }: { step: ReturnType<typeof useMatchStep> }) {
  const current = readCurrent(step.error)
  if (!current || current.basedOn === step.variables?.body.basedOn) return null
  return (
    <Notice tone="warning" role="alert" title="This introduction has changed">
      Nothing was saved. Check what changed before you try again.
    </Notice>
  )
}
