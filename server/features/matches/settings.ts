import type { MeetingSettings } from '@shared/meeting-settings'
import type { Actor } from '../../ctx'
import type { Database, Queryable } from '../../db/client'
import { meetingSettings } from '../../db/schema/matches'
import { openOrNull, type Sealer } from '../../db/sealing'
import { recordEvent } from '../audit/record-event'
import { getMeetingSettings, sealedRoom } from './queries'

/** Where and for how long people meet; without a room when none is set, or no key opens it any more. */
export async function readSettings(db: Queryable, sealer: Sealer): Promise<MeetingSettings> {
  const { sealedRoom: sealed, minutes } = await getMeetingSettings(db)
  const room = sealed && openOrNull(() => sealer.open(sealed, sealedRoom))
  return { room: room ?? '', minutes }
}

/** A changed duration applies to meetings booked from now on. */
export async function saveSettings(input: {
  db: Database
  sealer: Sealer
  settings: MeetingSettings
  by: Actor
}): Promise<void> {
  const { db, sealer, settings, by } = input
  const { room, minutes } = settings
  await db.transaction(async (tx) => {
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
    await recordEvent(tx, by, 'settings.changed', {
      object: 'settings:meetings',
      details: { minutes, hasRoom: room !== '' },
    })
  })
}
