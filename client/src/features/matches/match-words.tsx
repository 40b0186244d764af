import { CalendarCheck, CircleCheck, CircleX, Clock } from 'lucide-react'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import { closingTimeAfter } from '@shared/business-days'
import { deskWords } from '@shared/introduction-desk'
import type { ListedMatch, MatchEnd, MatchState } from '@shared/matches'
import { formatMeetingTime, promisedDays } from '@shared/meeting-time'
import { programZone } from '@shared/program-time'
import { formatHours } from '@/lib/format'
import { listWords } from '@/lib/use-decide'
import { Badge, type BadgeLook } from '@/ui/badge'

export const stateWords: Record<MatchState, string> = {
  arranging: 'Finding a time',
  booked: 'Booked',
  met: 'Deciding',
  succeeded: 'Matched',
  ended: 'Ended',
}

export const endWords: Record<MatchEnd, string> = {
  'partner-declined': 'The partner said no',
  'entrepreneur-declined': 'The entrepreneur said no',
  'partner-gone': 'The partner is no longer in the program',
  withdrawn: 'Ended by us',
}

/** 'Jordan' of 'Jordan Lee'. */
export const firstName = (name: string): string => name.split(' ', 1).join()

/** 'Sam T.' of 'Sam Torres'. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.split(' ')
  const last = others.pop()
  return last ? `${[first, ...others].join(' ')} ${Array.from(last)[0]}.` : first
}

type WithEntrepreneur = Pick<ListedMatch, 'entrepreneur'>

export const nameEntrepreneur = ({ entrepreneur }: WithEntrepreneur): string =>
  entrepreneur?.name ?? `${leftEntrepreneur.charAt(0).toUpperCase()}${leftEntrepreneur.slice(1)}`

/** Each introduction that is open has one. */
export const firstOfEntrepreneur = ({ entrepreneur }: WithEntrepreneur): string =>
  entrepreneur ? firstName(entrepreneur.name) : leftEntrepreneur

export const namePair = ({
  partner,
  entrepreneur,
}: Pick<ListedMatch, 'partner' | 'entrepreneur'>) =>
  `${partner.name} and ${entrepreneur?.name ?? leftEntrepreneur}`

/** In the program's zone, as the administrator works in it. */
export const inEasternTime = (moment: string): string =>
  formatMeetingTime(new Date(moment), programZone)

type Needing = Pick<ListedMatch, 'partner' | 'entrepreneur' | 'startsAt' | 'need'>

/** The first names of those who have to act, by whether they may be called. */
function readReach(match: Needing) {
  const { need, partner } = match
  const people = [
    { side: 'partner', name: firstName(partner.name), mayBeCalled: partner.mayBeCalled },
    // Without an account, who gave us their number to be called.
    { side: 'entrepreneur', name: firstOfEntrepreneur(match), mayBeCalled: true },
  ].filter(({ side }) => need?.of === side || need?.of === 'both')
  const namesOf = (mayBeCalled: boolean) =>
    people.flatMap((person) => (person.mayBeCalled === mayBeCalled ? [person.name] : []))
  return { called: namesOf(true), emailed: namesOf(false) }
}

/** Whether one of those who have to act agreed to calls. */
export const isAnyoneCalled = (match: Needing): boolean => readReach(match).called.length > 0

/** 'call Ana, email Jordan': what each agreed to decides. */
function describeReach(match: Needing): string {
  const { called, emailed } = readReach(match)
  return [
    called.length > 0 && `call ${called.join(' and ')}`,
    emailed.length > 0 && `email ${emailed.join(' and ')}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** 'call them, or ': before what can be done about someone whom no email reaches. */
function describeCall(match: Needing): string {
  const { called, emailed } = readReach(match)
  if (called.length === 0) return ''
  return emailed.length > 0 ? `call ${called.join()}, or ` : 'call them, or '
}

/** The next step of an introduction, and who has to take it; '' for one that is over. */
export function describeNeed(match: Needing): string {
  const { need, startsAt } = match
  if (!need) return ''
  const partner = firstName(match.partner.name)
  const entrepreneur = firstOfEntrepreneur(match)
  const names = { partner, entrepreneur, both: `${partner} and ${entrepreneur}` }
  const who = need.of ? names[need.of] : 'them'
  if (need.kind === 'undelivered')
    return `Our email didn’t reach ${who}: ${describeCall(match)}correct the address`
  return deskWords[need.kind]
    .replace('{{who}}', who)
    .replace('{{reach}}', describeReach(match))
    .replace('{{time}}', startsAt ? inEasternTime(startsAt) : '')
}

const hourMs = 3_600_000

/** '3 days': since when it has been so. */
const describeWait = (since: string, now: number): string =>
  formatHours(Math.max(0, now - Date.parse(since)) / hourMs)

/** The next step, and since when it waits. Beside the hour of a meeting, that would read as how long it takes. */
export function describeNeedSince(match: Needing, now: number): string {
  const { need } = match
  const said = describeNeed(match)
  return !need || need.kind === 'meeting' ? said : `${said} · ${describeWait(need.since, now)}`
}

export const isOverdue = (need: ListedMatch['need'], now: number): boolean =>
  need?.due ? Date.parse(need.due) < now : false

/** By when a partner was promised a meeting. */
export const promisedBy = (approvedAt: string | null): Date | null =>
  approvedAt === null ? null : closingTimeAfter(new Date(approvedAt), promisedDays)

const stepWords: Record<string, string> = {
  'contact-details': 'contact details',
  email: 'a confirmed email',
  terms: 'the current terms',
  'proof-of-credit': 'proof of credit',
  'payment-method': 'a payment method',
}

/** 'Profile incomplete: a payment method is missing.' */
export function describeMissing(missing: readonly string[]): string {
  return `Profile incomplete. Missing: ${listWords(missing.map((step) => stepWords[step] ?? step))}.`
}

const looks: Record<MatchState, BadgeLook> = {
  arranging: { tone: 'warning', icon: Clock },
  booked: { tone: 'warning', icon: CalendarCheck },
  met: { tone: 'warning', icon: Clock },
  succeeded: { tone: 'success', icon: CircleCheck },
  ended: { tone: 'neutral', icon: CircleX },
}

/** The state of an introduction, in one color on every page. */
export function MatchBadge({ state }: { state: MatchState }) {
  return <Badge {...looks[state]}>{stateWords[state]}</Badge>
}
