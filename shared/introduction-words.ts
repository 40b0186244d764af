import type { OwnMatch, Side } from './matches'

/** The phase of an introduction for one of its people, before it and after it. */
export type Phase =
  | 'waiting'
  | 'late'
  | 'choose'
  | 'chosen'
  | 'finding'
  | 'no-overlap'
  | 'called'
  | 'booked'
  | 'over'
  | 'met'
  | 'accepted'
  | 'succeeded'
  | 'ended'
  | 'declined'

export interface Facts extends Pick<OwnMatch, 'contactBy' | 'afterEnd' | 'minutes'> {
  side: Side
  /** A first name. */
  other: string
  /** The entrepreneur's business, for a partner. */
  business: string | null
  /** The meeting's day and time, in the reader's zone. */
  day: string
  time: string
  /** By when they should answer, or we do what we said; null once that is over. */
  by: string | null
}

export interface Row {
  /** Leads the card. */
  title: (facts: Facts) => string
  explain: (facts: Facts) => string
  /** In the timeline of the application. */
  step: (facts: Facts) => string
  /** Beside the status of the application. */
  welcome: (facts: Facts) => string
  /** The subject of the letter about it, where there is one. */
  mail?: string
  /** The text message about it: without names, as a locked phone shows it. */
  text?: string
}

const nothing = 'You don’t need to do anything.'
const toBeMatched = () =>
  'Our team will contact you to match you with an entrepreneur. Next up: your introduction.'
const introducing =
  (next: string) =>
  ({ other }: Facts) =>
    `Our team is introducing you to ${other}. Next up: your ${next}.`
const toMeet = introducing('meeting')
const toAnswer = introducing('answer')
const usually = 'Usually one match is enough; sometimes one more entrepreneur is offered.'
const looking = 'We’re finding an entrepreneur for you.'

const meetOther = ({ other, business }: Facts) =>
  `Meet ${other}, ${business ?? 'a Credit Partner we approved'}`

const answerBy = ({ by }: Facts) =>
  by ? `Please answer by ${by}.` : 'Please answer as soon as you can.'

const notGoingOn = 'This introduction won’t move forward'

/** '' where nothing comes next. */
function afterEnd({ side, afterEnd: next, contactBy }: Facts): string {
  if (next === 'none') return ''
  if (next === 'contact') return `We’ll ${contactBy} you about what comes next`
  return side === 'partner'
    ? 'We’re looking for one more entrepreneur'
    : 'If we find another Credit Partner for you, we’ll email you'
}

const explainEnd = (facts: Facts) => [afterEnd(facts), nothing].filter(Boolean).join('. ')

const welcomeAfterEnd = ({ afterEnd: next }: Facts) => (next === 'one-more' ? toBeMatched() : '')

/**
 * All that is said of an introduction, by its phase: pages, letters and text messages read it here, so that no two of
 * them disagree. What the administrator reads of each phase is in `introduction-desk.ts`.
 */
export const introductionWords = {
  waiting: {
    title: () => looking,
    explain: ({ by }) => `${by ? `You’ll meet by ${by}. ` : ''}${usually}`,
    step: ({ by }) => (by ? `You’ll meet by ${by}` : ''),
    welcome: toBeMatched,
  },
  late: {
    title: () => looking,
    explain: ({ by }) =>
      `This is taking longer than we promised. We’re sorry. ${by ? `We’ll update you by ${by}. ` : ''}${usually}`,
    step: () => 'This is taking longer than we promised',
    welcome: toBeMatched,
  },
  choose: {
    title: meetOther,
    explain: (facts) =>
      `You’ll meet for ${facts.minutes} minutes by video, together with a member of our team. ${answerBy(facts)}`,
    step: () => 'Choose a time to meet',
    welcome: toMeet,
    mail: 'Choose a time to meet {{other}}',
    text: 'Please choose a time for your introduction meeting:',
  },
  chosen: {
    title: meetOther,
    explain: () => 'We’ll book the first time that works for both of you and email you.',
    step: () => 'We’re arranging your meeting',
    welcome: toMeet,
  },
  finding: {
    title: meetOther,
    explain: () => `We’re finding new times. ${nothing}`,
    step: () => 'We’re finding new times',
    welcome: toMeet,
    mail: 'Your meeting on {{day}} is canceled',
    text: 'A change to your introduction meeting. Please see',
  },
  'no-overlap': {
    title: meetOther,
    explain: ({ by }) =>
      `Your times didn’t overlap. ${by ? `We’ll send new ones by ${by}.` : 'We’re finding new times.'}`,
    step: () => 'We’re finding new times',
    welcome: toMeet,
  },
  called: {
    title: meetOther,
    explain: ({ contactBy }) =>
      `You’ve canceled three meetings, so we’ll ${contactBy} you to find a time that works.`,
    step: ({ contactBy }) => `We’ll ${contactBy} you to find a time that works`,
    welcome: toMeet,
  },
  booked: {
    title: ({ other, time }) => `You’re meeting ${other} on ${time}`,
    explain: ({ other, minutes }) =>
      `${minutes} minutes by video with ${other} and a member of our team.`,
    step: ({ other, day }) => `Meeting ${other} on ${day}`,
    welcome: toMeet,
    mail: 'You’re meeting {{other}} on {{when}}',
    text: 'Your meeting is set for {{time}}. Details:',
  },
  over: {
    title: ({ day }) => `Your meeting was on ${day}`,
    explain: () => 'We’ll ask for your answer once our team confirms that it took place.',
    step: ({ day }) => `Your meeting was on ${day}`,
    welcome: toAnswer,
  },
  met: {
    title: ({ other }) => `You’ve met ${other}. Do you want to move forward together?`,
    explain: (facts) => `You won’t sign anything today. ${answerBy(facts)}`,
    step: ({ other }) => `You’ve met ${other}. Please give your answer`,
    welcome: toAnswer,
    mail: 'How was your meeting with {{other}}?',
    text: 'How was your meeting? Please give your answer:',
  },
  accepted: {
    title: ({ other }) => `You’ve met ${other}`,
    explain: ({ other }) =>
      `You accepted. We’ll tell you when we know ${other}’s answer. You can still decline until then.`,
    step: ({ other }) => `You accepted. Waiting for ${other}’s answer`,
    welcome: ({ other }) => `Next up: ${other}’s answer.`,
  },
  succeeded: {
    title: () => 'It’s a match.',
    explain: ({ side, contactBy }) =>
      `Our team will ${contactBy} you about the agreement.${side === 'partner' ? ' Results are not guaranteed; payments come from the entrepreneur.' : ''}`,
    step: ({ contactBy }) => `Our team will ${contactBy} you about it`,
    welcome: () => 'Next up: your agreement.',
    mail: 'It’s a match: you and {{other}} both accepted',
  },
  ended: {
    title: () => `${notGoingOn}.`,
    explain: explainEnd,
    step: (facts) => afterEnd(facts) || notGoingOn,
    welcome: welcomeAfterEnd,
    mail: 'Your introduction won’t move forward',
    text: 'A change to your introduction meeting. Please see',
  },
  declined: {
    title: () => 'You declined.',
    explain: explainEnd,
    step: (facts) => ['You declined', afterEnd(facts)].filter(Boolean).join('. '),
    welcome: welcomeAfterEnd,
    mail: 'Your introduction won’t move forward',
    text: 'A change to your introduction meeting. Please see',
  },
} as const satisfies Record<Phase, Row>
