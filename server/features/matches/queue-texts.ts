import { and, eq } from 'drizzle-orm'
import { formatClock, formatMeetingTime } from '@shared/meeting-time'
import { programZone } from '@shared/program-time'
import type { TextEvent } from '@shared/texts'
import type { Transaction } from '../../db/client'
import { texts } from '../../db/schema/texts'
import type { MailDeps } from '../mail/find-sender'
import type { MeetingLetterId } from '../mail/meeting-letters'
import { queueEventText } from '../texts/queue-text'
import type { MatchLetter, MatchRow } from './letters'

const hourMs = 3_600_000

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

/** Texts the partner beside their letters about a match; queued texts about earlier steps are canceled. */
export async function queueMatchTexts(
  tx: Transaction,
  deps: MailDeps,
  news: {
    match: MatchRow
    letters: readonly MatchLetter[]
    timeZone: string | null
    /** Until then the step can be taken back. */
    leavesAt: Date | undefined
  },
): Promise<void> {
  const { match, letters, timeZone, leavesAt } = news
  const { id: matchId, partnerId: userId } = match
  await tx
    .update(texts)
    .set({ status: 'cancelled' })
    .where(and(eq(texts.matchId, matchId), eq(texts.status, 'queued')))
  const zone = timeZone ?? programZone
  for (const { to, letter, meeting, at = leavesAt } of letters) {
    const event = events[letter]
    if (to !== 'partner' || !event) continue
    const about = { userId, matchId, ...(at && { notBefore: at }) }
    if (!meeting || event === 'match-ended' || event === 'match-answer') {
      await queueEventText(tx, deps, { ...about, event })
      continue
    }
    const { startsAt: notAfter } = meeting
    await queueEventText(tx, deps, {
      ...about,
      event,
      notAfter,
      time: formatMeetingTime(notAfter, zone),
    })
    if (event !== 'match-booked') continue
    const notBefore = new Date(notAfter.getTime() - hourMs)
    if (notBefore.getTime() < Date.now()) continue
    const time = formatClock(notAfter, zone)
    await queueEventText(tx, deps, { ...about, event: 'match-soon', notBefore, notAfter, time })
  }
}
