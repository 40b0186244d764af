import type { MeetingSettings } from '@shared/meeting-settings'
import type { Ctx } from '../../ctx'
import { meetingSettings } from '../../db/schema/matches'
import { openOrNull } from '../../db/sealing'
import { recordEvent } from '../audit/record-event'
import { getMeetingSettings, sealedRoom } from './queries'

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
