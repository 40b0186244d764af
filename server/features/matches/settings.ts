import { eq } from 'drizzle-orm'
import type { MeetingSettings } from '@shared/meeting-settings'
import type { Ctx } from '../../ctx'
import { matches, meetingSettings } from '../../db/schema/matches'
import { openOrNull } from '../../db/sealing'
import { conflict } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { isOpen } from './next-match'
import { getMeetingSettings, sealedMatchLink, sealedRoom } from './queries'
import { lockWithPeople } from './take-step'

/** The room in which people meet, and for how long; without a room when none is set, or no key opens it any more. */
export async function readSettings({
  db,
  sealer,
}: Pick<Ctx, 'db' | 'sealer'>): Promise<MeetingSettings> {
  const { sealedRoom: sealed, minutes } = await getMeetingSettings(db)
  const room = sealed && openOrNull(() => sealer.open(sealed, sealedRoom))
  return { room: room ?? '', minutes }
}

/** A changed duration applies to meetings booked from now on. */
export async function saveSettings(ctx: Ctx, { room, minutes }: MeetingSettings): Promise<void> {
  await ctx.tx(async ({ db: tx, sealer, by }) => {
    const columns = {
      sealedRoom: room === '' ? null : sealer.seal(room, sealedRoom),
      minutes,
    }
    await tx
      .insert(meetingSettings)
      .values(columns)
      .onConflictDoUpdate({
        target: meetingSettings.id,
        set: { ...columns, updatedAt: new Date() },
      })
    await recordEvent({ db: tx, by }, 'settings.changed', 'settings:meetings', {
      minutes,
      hasRoom: room !== '',
    })
  })
}

/** Where one meeting is held: with an empty link, in the room of the settings again. Throws 404, or 409 once it is over. */
export async function saveOwnRoom(ctx: Ctx, matchId: number, link: string): Promise<void> {
  await ctx.tx(async ({ db: tx, sealer, by }) => {
    const { match } = await lockWithPeople(tx, matchId)
    if (!isOpen(match)) throw conflict('This introduction is over.')
    const sealedLink = link === '' ? null : sealer.seal(link, sealedMatchLink(matchId))
    await tx.update(matches).set({ sealedLink }).where(eq(matches.id, matchId))
    const details = { isOwn: link !== '' }
    await recordEvent({ db: tx, by }, 'match.room-changed', `match:${matchId}`, details)
  })
}
