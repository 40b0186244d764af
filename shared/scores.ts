import { z } from './zod'
import { mimeTypes } from './file-kinds'
import { recordIdNumber } from './lists'
import { day } from './moment'
import { scoreMarks, scoreRange } from './score-marks'
import { singleLine } from './text'

export const bureaus = ['Equifax', 'Experian', 'TransUnion'] as const
export type Bureau = (typeof bureaus)[number]
const bureau = z.enum(bureaus)

/** Offered; older and newer ones may be typed. */
export const scoreModels = [
  'FICO Score 8',
  'FICO Score 9',
  'FICO Score 10',
  'FICO Score 10T',
  'FICO Score 2',
  'FICO Score 4',
  'FICO Score 5',
  'FICO Auto Score 8',
  'FICO Bankcard Score 8',
  'VantageScore 3.0',
  'VantageScore 4.0',
]

/** A place on a page: parts of its width and height, from the top left corner. */
const pageMark = z.object({
  page: z.number().int().min(1),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
})
export type PageMark = z.infer<typeof pageMark>

/** A score that was read from a report. What the report does not say clearly is null. */
export const foundScore = z.object({
  score: z.number().int().min(scoreRange.min).max(scoreRange.max),
  model: z.string().max(60).nullable(),
  bureau: bureau.nullable(),
  /** 2026-11-20. */
  reportDate: day.nullable(),
  nameOnReport: z.string().max(100).nullable(),
  /** It says whose it is, in words that were not understood. */
  isNameUnread: z.boolean().optional(),
  page: z.number().int().min(1),
  line: z.number().int().min(1),
  /** Null where there are no fixed pages, as in Word documents. */
  mark: pageMark.nullable(),
})
export type FoundScore = z.infer<typeof foundScore>

/**
 * `none`: nothing to read, such as a picture. `unreadable`: there is no text in it, or a lock on it.
 * `failed`: it took too much time or memory, or is damaged.
 */
export const readingStates = ['none', 'waiting', 'done', 'unreadable', 'failed'] as const

/** Kinds of documents that the portal reads. */
export const hasReadableText = (fileType: string): boolean =>
  fileType === mimeTypes.pdf || fileType === mimeTypes.docx

const scoreProblem = `Please enter a score from ${scoreRange.min} to ${scoreRange.max}.`

const optionalLine = singleLine({ required: '', min: 0, max: 100 })
  .transform((text) => text || null)
  .nullable()
  .default(null)

/** Confirmed by the administrator: taken as it was read, corrected, or typed. */
export const scoreRequest = z.object({
  score: z.coerce
    .number({ error: scoreProblem })
    .int({ error: scoreProblem })
    .min(scoreRange.min, { error: scoreProblem })
    .max(scoreRange.max, { error: scoreProblem }),
  model: optionalLine,
  bureau: bureau.nullable().default(null),
  reportDate: day.nullable().default(null),
  nameOnReport: optionalLine,
  /** The document that it was seen in. */
  fileId: recordIdNumber.nullable().default(null),
})
export type ScoreRequest = z.infer<typeof scoreRequest>

/** The score of a person, as the administrator confirmed it. */
const creditScore = z.object({
  score: z.number(),
  model: z.string().nullable(),
  bureau: bureau.nullable(),
  reportDate: z.string().nullable(),
  nameOnReport: z.string().nullable(),
  marks: z.array(z.enum(scoreMarks)),
  /** Null when it was typed without one, or the document is gone. */
  source: z.object({ fileId: z.number(), fileName: z.string() }).nullable(),
  isAsRead: z.boolean(),
  confirmedAt: z.string(),
  /** Null once the account is gone. */
  confirmedBy: z.string().nullable(),
})

/** The scores in one of a person's documents. */
const fileReading = z.object({
  fileId: z.number(),
  fileName: z.string(),
  uploadedAt: z.string(),
  state: z.enum(readingStates),
  scores: z.array(foundScore.extend({ marks: z.array(z.enum(scoreMarks)) })),
})
export type FileReading = z.infer<typeof fileReading>

const scoreProposal = foundScore.extend({
  fileId: z.number(),
  marks: z.array(z.enum(scoreMarks)),
})
export type ScoreProposal = z.infer<typeof scoreProposal>

/** Everything about a person's score: what is confirmed, what was found, and what is proposed of it. */
export const scoreOverview = z.object({
  confirmed: creditScore.nullable(),
  readings: z.array(fileReading),
  proposal: scoreProposal.nullable(),
})
export type ScoreOverview = z.infer<typeof scoreOverview>
