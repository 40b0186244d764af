import { useSyncExternalStore } from 'react'
import { reauthenticationRequired } from '@shared/error-codes'
import { HttpError } from './http'

/** The calls that wait for password and code. */
let waiting: ((isConfirmed: boolean) => void)[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWaiting(calls: typeof waiting): void {
  waiting = calls
  for (const listener of listeners) listener()
}

/** Whether someone is to be asked for password and code. */
export const useIsReauthenticationAsked = () =>
  useSyncExternalStore(subscribe, () => waiting.length > 0)

/** Lets the calls that wait go on, or fail. */
export function settleReauthentication(isConfirmed: boolean): void {
  for (const settle of waiting) settle(isConfirmed)
  setWaiting([])
}

/** Makes a call again once password and code are right, when the server wants them for it. */
export async function withReauthentication<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!needsReauthentication(error)) throw error
    const isConfirmed = await new Promise<boolean>((settle) => setWaiting([...waiting, settle]))
    if (!isConfirmed) throw error
    return call()
  }
}

const needsReauthentication = (error: unknown) =>
  error instanceof HttpError && error.data?.code === reauthenticationRequired
