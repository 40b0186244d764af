import type { Phase } from './introduction-words'
import type { MatchNeed } from './matches'

/**
 * What the administrator reads of an introduction, by what it needs while one of its people is in this phase. Apart from
 * what its people read (`introduction-words.ts`), because the overview and the dashboard each load one of both.
 */
export const introductionDesk = {
  waiting: {},
  late: {},
  choose: { times: 'Choosing times: {{who}}', 'call-for-times': 'No answer: {{reach}}' },
  chosen: {},
  finding: {
    'other-times-wanted': 'Asked for other times: {{who}}',
    'new-times': 'Needs new times',
  },
  'no-overlap': { 'new-times': 'Needs new times' },
  called: { 'call-after-cancellations': 'Canceled three meetings: {{reach}}' },
  booked: { meeting: 'Meeting on {{time}}', 'video-link': 'Needs a video link' },
  over: { 'record-meeting': 'The meeting is over: did it take place?' },
  met: {
    answers: 'Deciding: {{who}}',
    'call-for-answer': 'No answer since the meeting: {{reach}}',
  },
  accepted: {},
  succeeded: {},
  ended: {},
  declined: {},
} as const satisfies Record<Phase, Partial<Record<MatchNeed, string>>>

/** The same by the need alone. */
export const deskWords: Record<Exclude<MatchNeed, 'undelivered'>, string> = {
  ...introductionDesk.choose,
  ...introductionDesk.finding,
  ...introductionDesk.called,
  ...introductionDesk.booked,
  ...introductionDesk.over,
  ...introductionDesk.met,
}
