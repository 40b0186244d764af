import { useSyncExternalStore } from 'react'
import type { ReasonKind, UndoneDecision } from '@shared/decisions'

/** What is asked before a decision, and who is told when one is undone. */

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
