import { CircleAlert } from 'lucide-react'
import { scoreMarkTexts } from '@/lib/score-mark-texts'
import type { ListedUser } from '@shared/users'

/** A person's confirmed score; what stands out about it as a sign, in words for who points at it or listens. */
export function ListedScore({ creditScore }: Pick<ListedUser, 'creditScore'>) {
  if (!creditScore) return <span className="text-muted">–</span>
  const { score, marks } = creditScore
  const words = marks.map((mark) => scoreMarkTexts[mark]).join(', ')
  return (
    <span className="figures inline-flex items-center gap-1.5 whitespace-nowrap" title={words}>
      <span>{score}</span>
      {words ? (
        <>
          <CircleAlert aria-hidden="true" className="size-4 text-warning" strokeWidth={2} />
          <span className="sr-only">{words}</span>
        </>
      ) : null}
    </span>
  )
}
