import type { Reauthentication } from '@shared/accounts'
import { createStore, useStore } from './store'

/** Words of the dialog when a call asks for the password each time. */
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

const waiting = createStore<readonly WaitingCall[]>([])
let count = 0

/** Whether someone confirmed who they are. No call waits where no dialog could ask. */
export function waitForPassword(call: Omit<WaitingCall, 'id' | 'settle'> = {}): Promise<boolean> {
  if (!waiting.isWatched()) return Promise.resolve(false)
  count += 1
  const id = count
  return new Promise((settle) => waiting.set([...waiting.get(), { id, settle, ...call }]))
}

/** The calls that someone should be asked for password and code for. */
export const useWaitingCalls = () => useStore(waiting)

/** Lets calls that wait go on, or fail: all of them, or those that the answer was for. */
export function settleReauthentication(isConfirmed: boolean, about?: WaitingCall): void {
  const settled = waiting.get().filter((call) => !about || isAskedWith(about, call))
  waiting.set(waiting.get().filter((call) => !settled.includes(call)))
  for (const { settle } of settled) settle(isConfirmed)
}

/** A code counts once: a call that takes it along shares it with no other. */
const isAskedWith = (asked: WaitingCall, call: WaitingCall) =>
  call === asked || (!asked.send && !call.send)
