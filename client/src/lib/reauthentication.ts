import { useSyncExternalStore } from 'react'
import type { Reauthentication } from '@shared/accounts'

/** What the dialog says when a call asks for the password each time. */
export interface PasswordQuestion {
  title?: string
  why: string
  /** On the button. */
  submitLabel?: string
}

/** A call that waits for password and code. */
interface WaitingCall {
  settle: (isConfirmed: boolean) => void
  question?: PasswordQuestion
  /** Takes them along itself, each time. Throws what is wrong with them. */
  send?: (typed: Reauthentication) => Promise<void>
}

let waiting: readonly WaitingCall[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWaiting(calls: typeof waiting): void {
  waiting = calls
  for (const listener of listeners) listener()
}

/** Whether someone confirmed who they are. No call waits where no dialog could ask. */
export const waitForPassword = (call: Omit<WaitingCall, 'settle'> = {}): Promise<boolean> =>
  new Promise((settle) =>
    listeners.size > 0 ? setWaiting([...waiting, { settle, ...call }]) : settle(false),
  )

/** The calls that someone should be asked for password and code for. */
export const useWaitingCalls = () => useSyncExternalStore(subscribe, () => waiting)

/** Lets the calls that wait go on, or fail. */
export function settleReauthentication(isConfirmed: boolean): void {
  const settled = waiting
  setWaiting([])
  for (const { settle } of settled) settle(isConfirmed)
}
