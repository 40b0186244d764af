import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Duplicate, DuplicateSign } from '@shared/duplicates'
import { formatDate } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { paths, withQuery } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { StatusBadge } from '@/ui/badge'
import { duplicatesQuery } from './duplicates-api'

const DismissalForm = lazyPart(() => import('./dismissal-form'))

/** An office's phone, or a sample that many sent, must not fill the panel. */
const shownAtFirst = 3

/** Says which other accounts may be the same person's. It marks them, and stops no one. */
export function Duplicates({ user }: { user: { id: number } }) {
  const { data } = useQuery(duplicatesQuery(user.id))
  const [isLong, setIsLong] = useState(false)
  if (!data || data.length === 0) return null
  const suspected = data.filter(({ dismissed }) => !dismissed)
  const shown = isLong ? suspected : suspected.slice(0, shownAtFirst)
  return (
    <section aria-label="Other accounts" className="grid gap-3">
      {shown.map((duplicate) => (
        <Suspected key={duplicate.id} userId={user.id} duplicate={duplicate} />
      ))}
      {shown.length < suspected.length ? (
        <div>
          <Button size="sm" variant="secondary" onClick={() => setIsLong(true)}>
            Show All {suspected.length}
          </Button>
        </div>
      ) : null}
      {data.map((duplicate) => (
        <Dismissed key={duplicate.id} duplicate={duplicate} />
      ))}
    </section>
  )
}

const signTexts: Record<DuplicateSign, string> = {
  phone: 'same phone',
  email: 'same mailbox',
  document: 'same document',
  name: 'same name and network within a day',
}

function Suspected({ userId, duplicate }: { userId: number; duplicate: Duplicate }) {
  const [isDismissing, setIsDismissing] = useState(false)
  const signs = duplicate.signs.map((sign) => signTexts[sign]).join(', ')
  return (
    <Notice
      tone="warning"
      title={
        <>
          May be the same person as <PersonLink duplicate={duplicate} />: {signs}
        </>
      }
      actions={
        isDismissing ? null : (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Not the Same Person: ${duplicate.name}`}
            onClick={() => setIsDismissing(true)}
          >
            Not the Same Person
          </Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
        {duplicate.email}
        <StatusBadge status={duplicate.status} />
      </p>
      {isDismissing ? (
        <DismissalForm userId={userId} other={duplicate} onDone={() => setIsDismissing(false)} />
      ) : null}
    </Notice>
  )
}

function Dismissed({ duplicate }: { duplicate: Duplicate }) {
  const { dismissed } = duplicate
  if (!dismissed) return null
  return (
    <p className="text-sm wrap-anywhere text-muted">
      Not the same person as <PersonLink duplicate={duplicate} />
      <span>
        {`: ${dismissed.reason} (${dismissed.by ?? 'a deleted account'}, ${formatDate(dismissed.at)})`}
      </span>
    </p>
  )
}

const PersonLink = ({ duplicate }: { duplicate: Duplicate }) => (
  <Link
    className="link wrap-anywhere"
    href={withQuery(paths.adminUsers, { open: String(duplicate.id) })}
  >
    {duplicate.name}
  </Link>
)
