import { and, eq, gt, sql } from 'drizzle-orm'
import { formatClock, formatMeetingTime, readingZone } from '@shared/meeting-time'
import type { TextEvent, TextKind } from '@shared/texts'
import type { Transaction } from '../../db/client'
import { texts } from '../../db/schema/texts'
import type { MailCtx } from '../mail/find-sender'
import type { MeetingLetterId } from '../mail/meeting-letters'
import { queueEventText, rewriteEventText, textOutbox } from '../texts/queue-text'
import { concerned, type MatchChange, type MatchLetter } from './letters'
import type { MatchRow } from './queries'

const hourMs = 3_600_000

/** The texts that accompany letters. */
const events: Partial<Record<MeetingLetterId, TextEvent>> = {
  'meeting-times': 'match-times',
  'meeting-times-reminder': 'match-times',
  'meeting-booked': 'match-booked',
  'meeting-moved': 'match-booked',
  'meeting-tomorrow': 'match-tomorrow',
  'meeting-off': 'match-ended',
  'meeting-ended': 'match-ended',
  'meeting-met': 'match-answer',
  'meeting-met-reminder': 'match-answer',
}

/** Texts the partner in addition to their letters about a match; queued texts about earlier steps are canceled. */
export async function queueMatchTexts(
  ctx: MailCtx,
  news: {
    change: MatchChange
    letters: readonly MatchLetter[]
    timeZone: string | null
    /** Until then the step can be undone. */
    leavesAt: Date | undefined
  },
): Promise<void> {
  const { db: tx } = ctx
  const { change, letters, timeZone, leavesAt } = news
  if (!concerned(change).includes('partner') || keepsMeeting(change)) return
  const { before, after, isUndo = false } = change
  const { id: matchId, partnerId: userId } = after
  await cancelMatchTexts(tx, after)
  const putBack = isUndo && before ? await putBackTexts(tx, before) : []
  const zone = readingZone(timeZone)

  async function queue(event: TextEvent, more: { meetsAt?: Date; at?: Date | undefined }) {
    if (putBack.includes(event)) return
    const { meetsAt, at } = more
    await queueEventText(ctx, {
      userId,
      matchId,
      event,
      ...(at && { notBefore: at }),
      ...(meetsAt && { notAfter: meetsAt, time: describeTime(event, meetsAt, zone) }),
    })
  }

  for (const { to, letter, meeting, at = leavesAt } of letters) {
    const event = events[letter]
    if (to !== 'partner' || !event) continue
    const isAboutTime = event === 'match-booked' || event === 'match-tomorrow'
    await queue(event, { at, ...(isAboutTime && meeting && { meetsAt: meeting.startsAt }) })
  }
  const { startsAt } = after
  if (after.state !== 'booked' || !startsAt) return
  const soon = new Date(startsAt.getTime() - hourMs)
  if (soon.getTime() > Date.now()) await queue('match-soon', { meetsAt: startsAt, at: soon })
}

/** Has the texts that wait say the time by the partner's clock, which has changed. */
export async function rewriteMatchTexts(
  ctx: MailCtx,
  { match, timeZone }: { match: MatchRow; timeZone: string | null },
): Promise<void> {
  const { db: tx } = ctx
  const { id: matchId, startsAt } = match
  if (!startsAt) return
  const waiting = await tx
    .select({ id: texts.id, kind: texts.kind })
    .from(texts)
    .where(and(eq(texts.matchId, matchId), eq(texts.status, 'queued')))
  for (const { id, kind: event } of waiting) {
    if (event === 'composed') continue
    const time = describeTime(event, startsAt, readingZone(timeZone))
    await rewriteEventText(ctx, { id, event, time })
  }
}

const describeTime = (event: TextEvent, meetsAt: Date, zone: string): string =>
  event === 'match-soon' ? formatClock(meetsAt, zone) : formatMeetingTime(meetsAt, zone)

/** A step while a meeting is arranged: its texts still apply. */
const keepsMeeting = ({ before, after, isUndo = false }: MatchChange) =>
  !isUndo &&
  before?.state === 'booked' &&
  after.state === 'booked' &&
  before.startsAt?.getTime() === after.startsAt?.getTime()

async function cancelMatchTexts(tx: Transaction, { id, movedAt }: MatchRow): Promise<void> {
  await tx
    .update(texts)
    .set({ status: 'cancelled', cancelledByStepAt: movedAt })
    .where(and(eq(texts.matchId, id), eq(texts.status, 'queued')))
}

/** The texts that the undone step canceled wait again, as far as they still come in time. */
async function putBackTexts(tx: Transaction, undone: MatchRow): Promise<TextKind[]> {
  const back = await tx
    .update(texts)
    .set({ status: 'queued', cancelledByStepAt: null })
    .where(
      and(
        eq(texts.matchId, undone.id),
        eq(texts.cancelledByStepAt, undone.movedAt),
        gt(texts.notAfter, sql`now()`),
      ),
    )
    .returning({ id: texts.id, kind: texts.kind, nextAttemptAt: texts.nextAttemptAt })
  for (const { id, nextAttemptAt } of back) await textOutbox.addSending(tx, id, nextAttemptAt)
  return back.map(({ kind }) => kind)
}
