import { z } from './zod'
import { recordIdNumber } from './lists'
import { reviewStatus } from './review'
import { multiLine } from './text'

const longestQuestion = 1000

const words = multiLine(longestQuestion).min(1, { error: 'Please write a question.' })

/** A question to someone who waits for a decision, about a document of theirs or about them. */
export const questionRequest = z.object({
  words,
  fileId: recordIdNumber.optional(),
  basedOn: reviewStatus.optional(),
})
export type QuestionRequest = z.infer<typeof questionRequest>

/** By which name a question is taken back. */
export const askedQuestion = z.object({ questionId: z.number() })
export type AskedQuestion = z.infer<typeof askedQuestion>

export const answerRequest = z.object({
  answer: multiLine(2000).min(1, { error: 'Please write an answer.' }),
  /** The question that was on the screen; another one is not answered by it. */
  questionId: recordIdNumber.optional(),
})
export type AnswerRequest = z.infer<typeof answerRequest>

export const ownQuestion = z.object({
  id: z.number(),
  words: z.string(),
  askedAt: z.string(),
  /** The document that it is about, while there is one. */
  file: z.object({ id: z.number(), name: z.string() }).nullable(),
})
export type OwnQuestion = z.infer<typeof ownQuestion>

/** A question of ours that someone has answered. */
export const ownAnswer = z.object({
  id: z.number(),
  words: z.string(),
  askedAt: z.string(),
  /** Null where a document was the answer. */
  answer: z.string().nullable(),
  answeredAt: z.string(),
})
export type OwnAnswer = z.infer<typeof ownAnswer>

/** A time in which we waited for someone, and not they for us. */
export const pause = z.object({ from: z.string(), to: z.string() })

/** `closed`: by a decision, without an answer. */
const questionStates = ['open', 'answered', 'closed', 'undone'] as const

/** A question as the administrator sees it. */
export const listedQuestion = z.object({
  id: z.number(),
  words: z.string(),
  /** Null when it is about the person, or the document is gone. */
  fileName: z.string().nullable(),
  state: z.enum(questionStates),
  askedAt: z.string(),
  /** Null once that account is gone. */
  askedBy: z.string().nullable(),
  /** When it was answered, closed, or undone. */
  endedAt: z.string().nullable(),
  answer: z.string().nullable(),
})
export type ListedQuestion = z.infer<typeof listedQuestion>
