import { useState } from 'react'
import { formatBusinessDay } from '@shared/business-days'
import { promisedHours } from '@shared/program-time'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { del } from '@/lib/http'
import { lazyPart } from '@/lib/lazy-part'
import { useAction } from '@/lib/use-action'
import { useShortcuts } from '@/lib/use-shortcuts'
import { everyAdminPage } from '@/lib/use-send'
import { ActionButton, Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { canBeAsked } from './questions-api'
import { usersPath } from './api'

const SetAsideForm = lazyPart(() => import('./set-aside-form').then((part) => part.SetAsideForm))

interface SetAsideProps {
  user: ListedUser
  /** Called when the form opens; what it returns, once they are set aside. */
  onSetAside?: ((user: ListedUser) => () => void) | undefined
}

/** Takes someone out of the queue until a day, and puts them back before it. */
export function SetAside({ user, onSetAside }: SetAsideProps) {
  const [isOpen, setIsOpen] = useState(false)
  const path = `${usersPath}/${user.id}/snooze`
  const bringing = useAction({
    send: () => del(path),
    refreshes: everyAdminPage,
    done: `${fullName(user)} is back in the queue`,
    failure: 'They are still set aside',
  })
  const canBeSetAside = canBeAsked(user) && !user.snoozedUntil
  useShortcuts(canBeSetAside ? { w: () => setIsOpen(true) } : {})
  if (isOpen)
    return (
      <SetAsideForm
        path={path}
        name={fullName(user)}
        onOpen={() => onSetAside?.(user)}
        onClose={() => setIsOpen(false)}
      />
    )
  if (user.snoozedUntil) {
    return (
      <Notice
        title={`Set aside until ${formatBusinessDay(new Date(user.snoozedUntil))}`}
        actions={
          <ActionButton action={bringing} size="sm" variant="secondary">
            Put Back Now
          </ActionButton>
        }
      >
        Their wait goes on: we promise a decision within {promisedHours.to} hours.
      </Notice>
    )
  }
  if (!canBeSetAside) return null
  return (
    <Button
      size="sm"
      variant="secondary"
      className="justify-self-start"
      onClick={() => setIsOpen(true)}
    >
      Set Aside
    </Button>
  )
}
