import { eq, sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { drawId } from '@server/db/ids'
import { onlyRow } from '@server/errors'
import { entrepreneurs } from '@server/db/schema/entrepreneurs'
import { matches } from '@server/db/schema/matches'
import { sendQueuedMail } from '@server/features/mail/send-queued-mail'
import type { MatchChange } from '@server/features/matches/letters'
import { queueMatchLetters } from '@server/features/matches/queue-letters'
import { hashToken } from '@server/tokens'
import { buildUser, type BuiltUser } from './factories'

const [first, second] = [new Date('2040-12-04T20:00:00Z'), new Date('2040-12-06T15:30:00Z')]
const offeredTimes = [first, second]

/** What a step writes. Tuesday is 1 PM in Denver, Thursday 8:30 AM. */
export const steps = {
  tuesday: first,
  thursday: second,
  offeredTimes,
  chosen: { partnerTimes: offeredTimes, entrepreneurTimes: offeredTimes },
  booked: (startsAt: Date) =>
    ({ state: 'booked', startsAt, endsAt: new Date(startsAt.getTime() + 45 * 60_000) }) as const,
  unbooked: { state: 'arranging', startsAt: null, endsAt: null },
} as const

const ana = {
  firstName: 'Ana',
  lastName: 'Rivera-Lopez',
  businessName: 'Rivera Bakery',
  email: 'ana@rivera.example',
  phoneNumber: '3035550199',
  timeZone: 'America/New_York',
  summary: 'Bread for three hotels.',
  amountCents: 4_000_000,
  status: 'ready',
} as const

interface People {
  matchId: number
  jordan: BuiltUser
}

/** For a file of tests: before each, Jordan in Denver was offered a meeting with Ana in New York, and no one was told. */
export async function startMatchLetters() {
  const { mailbox, app } = await startMailingApp()
  const token = 'T'.repeat(43)
  let people: People | null = null
  const current = (): People => {
    if (!people) throw new Error('Only within a test.')
    return people
  }

  beforeEach(async () => {
    await app.pool.query('delete from support_notices; delete from entrepreneurs')
    const name = { firstName: 'Jordan', lastName: 'Avery' }
    const jordan = await buildUser(app, { ...name, status: 'approved', timeZone: 'America/Denver' })
    const entrepreneur = onlyRow(await app.db.insert(entrepreneurs).values(ana).returning())
    const id = await drawId(app.db, matches)
    const seal = (secret: string, column: string) =>
      app.sealer.seal(secret, { table: 'matches', column, id })
    await app.db.insert(matches).values({
      id,
      partnerId: jordan.id,
      entrepreneurId: entrepreneur.id,
      offeredTimes,
      tokenHash: hashToken(token),
      sealedToken: seal(token, 'sealed_token'),
      sealedLink: seal('https://video.example/room', 'sealed_link'),
    })
    people = { matchId: id, jordan }
  })

  /** An introduction of the same two people that has ended. */
  async function addEarlier(): Promise<number> {
    const [same] = await app.db.select().from(matches).where(eq(matches.id, current().matchId))
    const { partnerId = 0, entrepreneurId = 0 } = same ?? {}
    const ended = { partnerId, entrepreneurId, state: 'ended', endedBecause: 'withdrawn' } as const
    const inserted = app.db.insert(matches).values({ ...ended, offeredTimes: [] })
    return onlyRow(await inserted.returning()).id
  }

  /** As the portal does it: writes the row and, in the same transaction, the letters. */
  async function step(
    by: MatchChange['by'],
    changes: Partial<typeof matches.$inferInsert>,
    { isUndo = false } = {},
  ): Promise<void> {
    await app.db.transaction(async (tx) => {
      const isIt = eq(matches.id, current().matchId)
      const [before = null] = await tx.select().from(matches).where(isIt)
      const inviteSequence = sql`${matches.inviteSequence} + 1`
      const set = { ...changes, inviteSequence, movedAt: sql`clock_timestamp()` }
      const after = onlyRow(await tx.update(matches).set(set).where(isIt).returning())
      await queueMatchLetters({ ...app, db: tx }, { before, after, by, isUndo })
    })
  }

  async function offer(): Promise<void> {
    const after = onlyRow(await app.db.select().from(matches))
    await app.db.transaction((tx) =>
      queueMatchLetters({ ...app, db: tx }, { before: null, after, by: 'administrator' }),
    )
  }

  async function listQueued(): Promise<{ id: number; subject: string }[]> {
    const queued = "select id, subject from mails where status = 'queued' order by id"
    return (await app.pool.query(queued)).rows
  }

  /** Tries what is due; returns what has arrived since the last time. */
  async function sendDue() {
    for (const { id } of await listQueued()) await sendQueuedMail(app, id)
    return mailbox.mails.splice(0)
  }

  /** The same, with the mails that wait for their minute. */
  async function sendHeld() {
    await releaseHeldMails(app.pool)
    return sendDue()
  }

  return { app, token, ana, addEarlier, current, step, offer, listQueued, sendDue, sendHeld }
}
