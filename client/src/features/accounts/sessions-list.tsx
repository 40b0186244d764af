import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import type { ListedSession } from '@shared/accounts'
import { formatDateTime } from '@/lib/format'
import { del } from '@/lib/http'
import { toast, toastError } from '@/lib/toast-store'
import { useSend } from '@/lib/use-send'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { DateTime } from '@/ui/text'
import { LoadError, Skeleton } from '@/ui/loaded'
import { sessionsQuery } from './account-api'

const [path] = sessionsQuery.queryKey

export function SessionsList() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  // A session is named by its `ref`; null is all others than this one.
  const ending = useSend((ref: string | null) => del(ref === null ? path : `${path}/${ref}`), {
    refreshes: [path],
  })

  async function handleEnd(ref: string | null) {
    try {
      await ending.mutateAsync(ref)
      toast({ title: ref === null ? 'Logged out on all other devices' : 'Device logged out' })
    } catch (error) {
      toastError('The device was not logged out', error, 'Please try again.')
    }
  }

  if (isError && !sessions) {
    return <LoadError what="Your sessions" onRetry={refetch} />
  }
  if (!sessions) return <Skeleton className="h-32" />
  const others = sessions.filter(({ isCurrent }) => !isCurrent)

  return (
    <div>
      <ul className="divide-y border-y">
        {sessions.map((session) => (
          <SessionItem
            key={session.ref}
            session={session}
            isEnding={ending.isPending && ending.variables === session.ref}
            disabled={ending.isPending}
            onEnd={() => void handleEnd(session.ref)}
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button
          variant="secondary"
          icon={<LogOut />}
          className="mt-5"
          pending={ending.isPending && ending.variables === null}
          onClick={() => void handleEnd(null)}
        >
          Log Out on All Other Devices
        </Button>
      ) : (
        <p className="mt-4 text-muted">You’re not logged in anywhere else.</p>
      )}
    </div>
  )
}

interface SessionItemProps {
  session: ListedSession
  isEnding: boolean
  disabled: boolean
  onEnd: () => void
}

function SessionItem({ session, isEnding, disabled, onEnd }: SessionItemProps) {
  const { browser, isCurrent, startedAt, lastUsedAt } = session
  const lastUsed = formatDateTime(lastUsedAt)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">{browser}</span>
          {isCurrent ? <Badge tone="success">This browser</Badge> : null}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          Last used <DateTime text={lastUsed} />
        </p>
        <p className="text-sm text-muted">
          Logged in <DateTime text={formatDateTime(startedAt)} />
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          size="sm"
          variant="secondary"
          pending={isEnding}
          disabled={disabled && !isEnding}
          aria-label={`Log out ${browser}, last used ${lastUsed}`}
          onClick={onEnd}
        >
          Log Out
        </Button>
      )}
    </li>
  )
}
