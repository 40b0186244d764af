import { useState } from 'react'
import type { ListedUser } from '@shared/users'
import type { AlsoApproved } from '@/lib/use-decide'
import type { Person } from './use-person'

export interface AlsoApprove {
  /** '2 documents and 1 login'. */
  text: string
  isOn: boolean
  toggle: (isOn: boolean) => void
}

/**
 * A person's pending items, to be approved in the same act. It is on by itself when that is safe: every
 * such document was looked at, and no login waits, which no one has tried.
 */
export function useAlsoApprove(user: ListedUser | null, { files, logins, seen }: Person) {
  const [choice, setChoice] = useState<{ userId: number; isOn: boolean }>()
  const waitingFiles = (files.data?.rows ?? []).filter(
    ({ status, quarantine }) => status === 'pending' && !quarantine,
  )
  const waitingLogins = (logins.data?.rows ?? []).filter(({ status }) => status === 'pending')
  const text = [count(waitingFiles, 'document'), count(waitingLogins, 'login')]
    .filter(Boolean)
    .join(' and ')
  if (!user || user.status === 'approved' || text === '') return null

  const isSafe =
    logins.isSuccess &&
    waitingLogins.length === 0 &&
    waitingFiles.every(({ id }) => seen.includes(id))
  const isOn = choice?.userId === user.id ? choice.isOn : isSafe
  const also: AlsoApproved = {
    text,
    waiting: {
      files: waitingFiles.map(({ id, version }) => ({ id, version })),
      credentials: waitingLogins.map(({ id, version }) => ({ id, version })),
    },
  }
  return {
    offer: { text, isOn, toggle: (on: boolean) => setChoice({ userId: user.id, isOn: on }) },
    also: isOn ? also : undefined,
  }
}

function count({ length }: readonly unknown[], noun: string): string {
  return length === 0 ? '' : `${length} ${noun}${length === 1 ? '' : 's'}`
}
