import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { formatDateTime } from '@/lib/format'
import { Skeleton } from '@/ui/skeleton'
import { userConsentsQuery } from './api'
import { consentNames } from './consent-names'

/** By what someone may be contacted, and since when not any more: for the administrator. */
export function ContactConsents({ user }: { user: { id: number } }) {
  const { data, isError } = useQuery(userConsentsQuery(user.id))
  if (isError) return <span className="text-muted">Could not be loaded. Ask before you call.</span>
  if (!data) return <Skeleton className="my-1 h-4.5 w-48" />
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {data.map(({ kind, isGiven, at }) => (
        <li
          key={kind}
          title={at ? `${isGiven ? 'Agreed' : 'Withdrawn'} ${formatDateTime(at)}` : 'Never agreed'}
          className={isGiven ? 'flex items-center gap-1' : 'flex items-center gap-1 text-muted'}
        >
          {isGiven ? (
            <Check aria-hidden="true" className="size-4 text-success" />
          ) : (
            <X aria-hidden="true" className="size-4" />
          )}
          <span className="sr-only">{isGiven ? 'Yes: ' : 'No: '}</span>
          {consentNames[kind]}
          {isGiven || !at ? null : ' (withdrawn)'}
        </li>
      ))}
    </ul>
  )
}
