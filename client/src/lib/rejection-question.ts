import { useSyncExternalStore } from 'react'
import type { DecisionKind } from '@shared/decisions'

/** What is about to be rejected. */
interface Rejected {
  kind: DecisionKind
  /** Such as the person's name. */
  name: string
}

interface RejectionQuestion extends Rejected {
  settle: (reason: string | null) => void
}

let asked: RejectionQuestion | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setAsked(question: RejectionQuestion | null): void {
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
