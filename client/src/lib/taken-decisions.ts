import type { UndoneDecision } from '@shared/decisions'
import { keep, readKept } from './tab-storage'

const name = 'taken-decisions'
const mostRemembered = 200

/** Decisions that are on their way: until they are answered, no one knows which was the last. */
const underWay = new Set<Promise<unknown>>()
type Listener = (undone: UndoneDecision['undone'], askedAt: number) => void
const listeners = new Set<Listener>()

/** Ids alone, so that nothing of a person stays behind. */
function read(): number[] {
  const kept = readKept(name)
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []
}

const write = (ids: number[]): void => keep(name, ids.slice(-mostRemembered))

export const rememberDecision = (id: number): void => write([...read(), id])

export const forgetDecision = (id: number): void => write(read().filter((other) => other !== id))

/** Waits for what is being decided, then takes the last decision of this tab off the list. */
export async function takeLastDecision(): Promise<number | null> {
  await Promise.allSettled(underWay)
  const id = read().at(-1)
  if (id === undefined) return null
  forgetDecision(id)
  return id
}

export async function whileDeciding<Result>(call: Promise<Result>): Promise<Result> {
  underWay.add(call)
  try {
    return await call
  } finally {
    underWay.delete(call)
  }
}

/** Calls the listener with what has its earlier status again, and when that was asked for. */
export function onUndone(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceUndone(undone: UndoneDecision['undone'], askedAt: number): void {
  for (const listener of listeners) listener(undone, askedAt)
}
