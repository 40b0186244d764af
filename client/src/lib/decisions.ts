import { useSyncExternalStore } from 'react'
import type { DecisionKind, TakenDecision, UndoneDecision } from '@shared/decisions'
import { keep, readKept } from './tab-storage'

/** What this tab knows of decisions: the question before one, those under way, those that can be undone. */

interface Rejected {
  kind: DecisionKind
  /** Such as the person's name. */
  name: string
}

let asked: (Rejected & { settle: (reason: string | null) => void }) | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setAsked(question: typeof asked): void {
  asked = question
  for (const listener of listeners) listener()
}

/** The question that is on the screen now. */
export const useRejectionQuestion = () => useSyncExternalStore(subscribe, () => asked)

/** Asks why; answers the reason, '' for none, or null when nothing is to be rejected after all. */
export function askForReason(rejected: Rejected): Promise<string | null> {
  asked?.settle(null)
  return new Promise((settle) => setAsked({ ...rejected, settle }))
}

export function answerRejection(reason: string | null): void {
  const question = asked
  setAsked(null)
  question?.settle(reason)
}

const storageName = 'taken-decisions'
const mostRemembered = 200
/** Until these are answered, no one knows which decision was the last. */
const underWay = new Set<Promise<TakenDecision>>()

/** Ids alone, so that nothing of a person stays behind. */
function read(): number[] {
  const kept = readKept(storageName)
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []
}

const write = (ids: number[]): void => keep(storageName, ids.slice(-mostRemembered))

export const rememberDecision = (id: number): void => write([...read(), id])

export const forgetDecision = (id: number): void => write(read().filter((other) => other !== id))

/** Remembers a decision once it is taken. Returns its id. */
export async function trackDecision(call: Promise<TakenDecision>): Promise<number> {
  underWay.add(call)
  try {
    const { decisionId } = await call
    rememberDecision(decisionId)
    return decisionId
  } finally {
    underWay.delete(call)
  }
}

/** Waits for decisions under way, then takes the last decision of this tab off the list. */
export async function takeLastDecision(): Promise<number | null> {
  await Promise.allSettled(underWay)
  const id = read().at(-1)
  if (id === undefined) return null
  forgetDecision(id)
  return id
}

type ShowUndone = (undone: UndoneDecision['undone']) => void
const undoListeners = new Set<() => ShowUndone>()

/** Calls the listener when an undo begins, and what it returns with what was undone. */
export function onUndo(listener: () => ShowUndone): () => void {
  undoListeners.add(listener)
  return () => undoListeners.delete(listener)
}

export function beginUndo(): ShowUndone {
  const begun = Array.from(undoListeners, (listener) => listener())
  return (undone) => {
    for (const show of begun) show(undone)
  }
}
