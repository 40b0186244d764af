import { useSyncExternalStore } from 'react'
import type { Reauthentication } from '@shared/accounts'
import { reauthenticationRequired } from '@shared/error-codes'
import { HttpError } from './http'

/** A call that waits for password and code. */
interface WaitingCall {
  settle: (isConfirmed: boolean) => void
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

const waitForAnswer = (send?: WaitingCall['send']) =>
  new Promise<boolean>((settle) => setWaiting([...waiting, { settle, ...(send && { send }) }]))

/** The calls that someone should be asked for password and code for. */
export const useWaitingCalls = () => useSyncExternalStore(subscribe, () => waiting)

/** Lets the calls that wait go on, or fail. */
export function settleReauthentication(isConfirmed: boolean): void {
  for (const { settle } of waiting) settle(isConfirmed)
  setWaiting([])
}

/** Makes a call again once password and code are right, when the server wants them for it. */
export async function withReauthentication<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!needsReauthentication(error) || !(await waitForAnswer())) throw error
    return call()
  }
}

/** Makes a call with password and code, asked for each time: for what decides where money goes. */
export async function withPassword<Result>(
  call: (typed: Reauthentication) => Promise<Result>,
): Promise<Result> {
  let outcome: Promise<Result> | undefined
  const isConfirmed = await waitForAnswer(async (typed) => {
    const sent = call(typed)
    await sent.catch((error: unknown) => {
      if (isAboutProof(error)) throw error
    })
    outcome = sent
  })
  if (isConfirmed && outcome) return outcome
  throw new HttpError(403, 'not confirmed', {
    words: 'Confirm it’s you first, with your password.',
  })
}

const needsReauthentication = (error: unknown) =>
  error instanceof HttpError && error.data?.code === reauthenticationRequired

function isAboutProof(error: unknown): boolean {
  const errors = error instanceof HttpError ? error.data?.errors : undefined
  return Boolean(errors?.['currentPassword'] ?? errors?.['code'])
}
