import { z } from './zod'
import { matchEnds, matchNeeds, matchStates } from './list-choices'
import { listQuery, recordId, recordIdNumber } from './lists'
import { meetingLink } from './meeting-settings'
import { findStatesZone } from './meeting-time'
import { isoMoment, withinAYear } from './moment'
import { multiLine, readDigits, singleLine } from './text'

export type MatchState = (typeof matchStates)[number]
export type MatchEnd = (typeof matchEnds)[number]
export type MatchNeed = (typeof matchNeeds)[number]
export const sides = ['partner', 'entrepreneur'] as const
export type Side = (typeof sides)[number]
export const mostOfferedTimes = 5
/** Beyond so many offers to a partner, the administrator says why. */
export const usualOffers = 2
const times = z
  .array(isoMoment)
  .max(mostOfferedTimes, { error: `Please choose at most ${mostOfferedTimes} times.` })
  .transform((all) => [...new Set(all)].toSorted())
  .refine(...withinAYear)

/** The state that a step is based on: when the match was last changed, to the microsecond. */
const basedOn = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

/** All that someone was shown of a match when they answered, as a hash: it tells nothing of what the other said. */
const basis = z.string().regex(/^[\w-]{43}$/)

/** Those of the offered times that work for someone; none of them when it is empty. */
export const timesRequest = z.object({
  basedOn: basis,
  times,
  /** When would be better. */
  note: multiLine(300).default(''),
  /** As their browser says: null for all that is no zone of the States. An answer never fails because of it. */
  zone: z.string().nullish().catch(null).transform(findStatesZone),
})
export type TimesRequest = z.infer<typeof timesRequest>

const answer = z.enum(['accepted', 'declined'])
export const answerRequest = z.object({ basedOn: basis, answer })
export type AnswerRequest = z.infer<typeof answerRequest>

const isWholeNumber = /^1?\d{10}$/
function readPhoneEnd(typed: string): string {
  const digits = readDigits(typed)
  return isWholeNumber.test(digits) ? digits.slice(-4) : digits
}

/** Scanners of mail open links and press buttons; they don't know the phone that we call. */
const byLink = {
  phoneEnd: z
    .string()
    .overwrite(readPhoneEnd)
    .regex(/^\d{4}$/, { error: 'Please enter the last 4 digits of your phone number.' }),
}
export const linkTimesRequest = timesRequest.extend({ ...byLink, isRecordingAllowed: z.boolean() })
export const linkAnswerRequest = answerRequest.extend(byLink)
export const linkContactsRequest = z.object(byLink)

/** A match as one of its two people sees it. */
export const ownMatch = z.object({
  id: z.number(),
  state: z.enum(matchStates),
  basedOn: z.string(),
  /** Where they answered from last, or are by our records: the clock of our mail. Null when it isn't known. */
  timeZone: z.string().nullable(),
  /** The other of the two; of a partner the first name only. */
  other: z.object({
    firstName: z.string(),
    business: z
      .object({
        name: z.string(),
        summary: z.string(),
        amountCents: z.number(),
        /** The partner's pay, and the papers to sign; empty where the administrator didn't say. */
        partnerPay: z.string(),
        partnerSigns: z.string(),
      })
      .nullable(),
    /** A partner's alone. */
    approvedAt: z.string().nullable(),
  }),
  /** Those that are still ahead. */
  offeredTimes: z.array(z.string()),
  /** Null before they have answered, empty when none works. */
  chosenTimes: z.array(z.string()).nullable(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  /** Their own, never the other's; also a no that they told us by phone. */
  answer: answer.nullable(),
  isRecorded: z.boolean(),
  /** The invitation to the meeting, as our letter brought it: for a calendar. */
  invitation: z.string().nullable(),
  /** The video room, from shortly before the start to the end. */
  joinLink: z.string().nullable(),
  /** Once both have accepted; by a link with the digits alone. */
  contacts: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
    })
    .nullable(),
  /** The next step after the end: one more introduction, or a contact of ours. */
  afterEnd: z.enum(['one-more', 'contact', 'none']),
  /** Why they choose no times now: we find new ones, or do so together with someone who has canceled too often. */
  newTimes: z.enum(['finding', 'no-overlap', 'called']).nullable(),
  /** By when they are asked to answer or, where their times don't overlap, get new ones. */
  dueAt: z.string().nullable(),
  /** How we contact them ourselves. */
  contactBy: z.enum(['call', 'email']),
  /** How long the meeting takes. */
  minutes: z.number(),
})
export type OwnMatch = z.infer<typeof ownMatch>

/** The entrepreneur's side, as the mailed link shows it. */
export const meeting = ownMatch.extend({
  firstName: z.string(),
  isRecordingAllowed: z.boolean().nullable(),
})
export type Meeting = z.infer<typeof meeting>

/** The next need of a match, whose turn that is, and since when. */
const need = z.object({
  kind: z.enum(matchNeeds),
  /** The side that is asked, or to be called; null where the administrator acts alone. */
  of: z.enum([...sides, 'both']).nullable(),
  since: z.string(),
  /** When it is urgent, or has to be done. */
  due: z.string().nullable(),
})
export type Need = z.infer<typeof need>

export const personInMatch = z.object({ id: z.number(), name: z.string() })

export const listedMatch = z.object({
  id: z.number(),
  state: z.enum(matchStates),
  endedBecause: z.enum(matchEnds).nullable(),
  /** Whether they agreed to calls: without that, they are emailed. */
  partner: personInMatch.extend({ mayBeCalled: z.boolean() }),
  entrepreneur: personInMatch.extend({ businessName: z.string() }).nullable(),
  startsAt: z.string().nullable(),
  createdAt: z.string(),
  movedAt: z.string(),
  need: need.nullable(),
})
export type ListedMatch = z.infer<typeof listedMatch>

export const matchListQuery = listQuery.extend({
  status: z.enum(matchStates).optional(),
  partner: recordId.optional(),
})
export type MatchListQuery = z.infer<typeof matchListQuery>

const sideOfMatch = z.object({
  phoneNumber: z.string(),
  timeZone: z.string().nullable(),
  chosenTimes: z.array(z.string()).nullable(),
  note: z.string().nullable(),
  answer: answer.nullable(),
  isRecordingAllowed: z.boolean().nullable(),
})

/** The entrepreneur's page, which no one else is shown. */
export const matchLink = z.object({ link: z.string() })

export const match = listedMatch.extend({
  basedOn: z.string(),
  offeredTimes: z.array(z.string()),
  endsAt: z.string().nullable(),
  /** Where they meet by video: by a link of its own, or in the room of the settings. */
  room: z.object({ link: z.string().nullable(), isOwn: z.boolean() }),
  sides: z.object({
    partner: sideOfMatch.extend({
      approvedAt: z.string().nullable(),
      missing: z.array(z.string()),
    }),
    entrepreneur: sideOfMatch.nullable(),
  }),
  link: z.string().nullable(),
  canRenewLink: z.boolean(),
  /** Whether the last step was the administrator's and can be taken back. */
  canUndo: z.boolean(),
  mailsLeaveAt: z.string().nullable(),
})
export type Match = z.infer<typeof match>

export const offerRequest = z.object({
  partnerId: recordIdNumber,
  entrepreneurId: recordIdNumber,
  times: times.refine((all) => all.length > 0, { error: 'Please choose at least one time.' }),
  /** Instead of the room in the settings. */
  link: meetingLink.optional(),
  /** Why there is a third offer, or one after a success. */
  reason: singleLine({ required: 'Please give a reason.', max: 500 }).optional(),
})
export type OfferRequest = z.infer<typeof offerRequest>

/** `host`: we did not come. `connection`: no one could talk. */
export const absences = [...sides, 'both', 'host', 'connection'] as const
export type Absence = (typeof absences)[number]

export const newTimesRequest = z
  .object({
    basedOn,
    times,
    /** One time that both agreed to, as they said on the phone: it is booked. */
    isAgreed: z.boolean().default(false),
    /** Why the meeting that was booked did not take place: who did not come, or what failed. */
    missing: z.enum(absences).optional(),
  })
  .refine(({ times: all, isAgreed }) => !isAgreed || all.length === 1, {
    path: ['times'],
    error: 'Please choose the one time that both agreed to.',
  })
  .refine(({ times: all, missing }) => all.length > 0 || missing !== undefined, {
    path: ['times'],
    error: 'Please choose at least one time.',
  })
export type NewTimesRequest = z.infer<typeof newTimesRequest>

/** An empty link stands for the room of the settings. */
export const roomRequest = z.object({ link: z.union([z.literal(''), meetingLink]) })

export const matchStep = z.object({ basedOn })
export const endRequest = matchStep.extend({
  /** The side that said no, as the administrator was told; or the administrator's own decision. */
  because: z.enum(['partner-declined', 'entrepreneur-declined', 'withdrawn']),
})
export type EndRequest = z.infer<typeof endRequest>
