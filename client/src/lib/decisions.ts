import type { ReasonKind } from '@shared/decisions'
import { createStore, useStore } from './store'

interface Rejected {
  /** The kind of subject; it words the question. */
  kind: ReasonKind
  /** Such as the person's name. */
  name: string
  /** Its id, or those of all that are chosen: words that were typed are not offered for another one. */
  of: number | string
}

interface Reason {
  /** '' for none. */
  words: string
  /** The draft is kept until this is called: the decision is taken. */
  forget: () => void
}

type Question = Rejected & { settle: (reason: Reason | null) => void }

const asked = createStore<Question | null>(null)

/** The question that is on the screen now. */
export const useRejectionQuestion = () => useStore(asked)

/** Asks why; returns the reason, or null when nothing should be rejected after all. */
export function askForReason(rejected: Rejected): Promise<Reason | null> {
  asked.get()?.settle(null)
  return new Promise((settle) => asked.set({ ...rejected, settle }))
}

export function answerRejection(reason: Reason | null): void {
  const question = asked.get()
  asked.set(null)
  question?.settle(reason)
}
