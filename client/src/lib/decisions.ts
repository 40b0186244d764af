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

interface Opposed {
  name: string
  /** The reasons against the approval. */
  against: readonly string[]
}

type Question =
  | (Rejected & { against?: undefined; settle: (reason: Reason | null) => void })
  | (Opposed & { settle: (isApproved: true | null) => void })

const asked = createStore<Question | null>(null)

/** The question that is on the screen now. */
export const useDecisionQuestion = () => useStore(asked)

/** Asks why; returns the reason, or null when nothing should be rejected after all. */
export function askForReason(rejected: Rejected): Promise<Reason | null> {
  callOff()
  return new Promise((settle) => asked.set({ ...rejected, settle }))
}

/** Asks whether to approve anyway; null when not. */
export function askAnyway(opposed: Opposed): Promise<true | null> {
  callOff()
  return new Promise((settle) => asked.set({ ...opposed, settle }))
}

export function answerRejection(reason: Reason): void {
  const question = asked.get()
  asked.set(null)
  if (question?.against) question.settle(null)
  else question?.settle(reason)
}

export function approveAnyway(): void {
  const question = asked.get()
  asked.set(null)
  if (question?.against) question.settle(true)
  else question?.settle(null)
}

/** No one may wait for a question that is gone. */
export function callOff(): void {
  asked.get()?.settle(null)
  asked.set(null)
}
