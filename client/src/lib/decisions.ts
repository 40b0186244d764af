import { useSyncExternalStore } from 'react'
import type { ReasonKind, UndoneDecision } from '@shared/decisions'
import { keep, readKept } from './tab-storage'

/** What this tab knows of decisions and questions: what is asked before one, those under way, those that can be undone. */

interface Rejected {
  /** What is rejected; a question is worded in the same way. */
  kind: ReasonKind
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

/** Asks why; returns the reason, '' for none, or null when nothing should be rejected after all. */
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
const underWay = new Set<Promise<unknown>>()

/** What can be undone, by the path of the API: a decision or a question. */
export type Act = `decisions/${number}` | `questions/${number}`

const isAct = (kept: unknown): kept is Act =>
  typeof kept === 'string' && /^(decisions|questions)\/\d+$/.test(kept)

/** Ids alone, so that nothing of a person stays behind. */
function read(): Act[] {
  const kept = readKept(storageName)
  return Array.isArray(kept) ? kept.filter(isAct) : []
}

const write = (acts: Act[]): void => keep(storageName, acts.slice(-mostRemembered))

export const rememberAct = (act: Act): void => write([...read(), act])

export const forgetAct = (act: Act): void => write(read().filter((other) => other !== act))

/** Remembers a decision or a question once the server has it, by what `name` makes of the answer. Returns that. */
export async function trackAct<Answer>(
  call: Promise<Answer>,
  name: (answer: Answer) => Act,
): Promise<Act> {
  underWay.add(call)
  try {
    const act = name(await call)
    rememberAct(act)
    return act
  } finally {
    underWay.delete(call)
  }
}

/** Waits for what is under way, then takes the last act of this tab off the list. */
export async function takeLastAct(): Promise<Act | null> {
  await Promise.allSettled(underWay)
  const act = read().at(-1)
  if (act === undefined) return null
  forgetAct(act)
  return act
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
