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
export interface WaitingCall {
  id: number
  settle: (isConfirmed: boolean) => void
  question?: PasswordQuestion
  /** Takes them along itself, each time. Throws what is wrong with them. */
  send?: (typed: Reauthentication) => Promise<void>
}

let waiting: readonly WaitingCall[] = []
let count = 0
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
export function waitForPassword(call: Omit<WaitingCall, 'id' | 'settle'> = {}): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  count += 1
  const id = count
  return new Promise((settle) => setWaiting([...waiting, { id, settle, ...call }]))
}

/** The calls that someone should be asked for password and code for. */
export const useWaitingCalls = () => useSyncExternalStore(subscribe, () => waiting)

/** Lets calls that wait go on, or fail: all of them, or those that the answer was for. */
export function settleReauthentication(isConfirmed: boolean, about?: WaitingCall): void {
  const settled = waiting.filter((call) => !about || isAskedWith(about, call))
  setWaiting(waiting.filter((call) => !settled.includes(call)))
  for (const { settle } of settled) settle(isConfirmed)
}

/** A code counts once: a call that takes it along shares it with no other. */
const isAskedWith = (asked: WaitingCall, call: WaitingCall) =>
  call === asked || (!asked.send && !call.send)
