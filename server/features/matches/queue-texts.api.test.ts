import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { currentTexts } from '@shared/consents'
import { textKinds } from '@shared/list-choices'
import { startMatchLetters, steps } from '@tests/support/portal/match-letters'
import { consents } from '../../db/schema/consents'
import { textSettings, texts } from '../../db/schema/texts'
import { users } from '../../db/schema/users'
import { optOut } from '../texts/hear-text'
import { sealedText } from '../texts/queries'
import { rewriteLetters } from './rewrite-letters'

const { app, addEarlier, current, step, offer } = await startMatchLetters()
const { tuesday, thursday, chosen, booked, unbooked } = steps

beforeEach(async () => {
  const { id: userId } = current().jordan
  const provider = { accountSid: `AC${'1'.repeat(32)}`, sealedToken: 'x', sender: '+13035550142' }
  const kinds = textKinds.filter((kind) => kind !== 'composed')
  await app.db
    .insert(textSettings)
    .values({ ...provider, kinds })
    .onConflictDoNothing()
  const agreed = { kind: 'texts', isGiven: true, textVersion: currentTexts.texts } as const
  const phoneDigits = sql`(select phone_digits from users where id = ${userId})`
  await app.db.insert(consents).values({ userId, ...agreed, source: 'account', phoneDigits })
})

/** The queued texts, in the order in which they leave. */
async function listQueued(): Promise<[kind: string, id: number][]> {
  const { rows } = await app.pool.query(
    "select kind, id from texts where status = 'queued' order by next_attempt_at, id",
  )
  return rows.map(({ kind, id }) => [kind, id])
}
const listKinds = async () => (await listQueued()).map(([kind]) => kind)
const ofMeeting = ['match-booked', 'match-tomorrow', 'match-soon']
const book = (time: Date) => step('entrepreneur', { ...chosen, ...booked(time) })

describe('texts about an introduction', () => {
  it('wait with the letters to the partner, each in its time', async () => {
    await offer()
    expect(await listKinds()).toEqual(['match-times', 'match-times'])
    await book(tuesday)
    expect(await listKinds()).toEqual(ofMeeting)
    const { rows } = await app.pool.query(
      "select next_attempt_at as at, not_after from texts where kind = 'match-soon'",
    )
    expect(rows).toEqual([{ at: new Date(Number(tuesday) - 3_600_000), not_after: tuesday }])
  })

  it('that wait say the time by the clock that the partner reads now', async () => {
    await book(tuesday)
    const words = async () => {
      const found = await app.db.select().from(texts).orderBy(asc(texts.id))
      return found.map(({ id, sealedContent }) =>
        app.sealer.open(sealedContent ?? '', sealedText(id)),
      )
    }
    expect(await words()).toEqual(Array(3).fill(expect.stringContaining('1:00 PM MST')))
    // What was sent, and what is about another introduction, stays as it is.
    await app.db.update(texts).set({ status: 'sent' }).where(eq(texts.kind, 'match-booked'))
    const ofEarlier = { matchId: await addEarlier() }
    await app.db.update(texts).set(ofEarlier).where(eq(texts.kind, 'match-tomorrow'))
    const reader = { side: 'partner', id: current().jordan.id } as const
    await app.db.transaction(async (tx) => {
      await tx.update(users).set({ timeZone: 'Pacific/Honolulu' }).where(eq(users.id, reader.id))
      await rewriteLetters({ ...app, db: tx }, { ...reader, what: 'zone' })
    })
    expect(await words()).toEqual([
      expect.stringContaining('1:00 PM MST'),
      expect.stringContaining('1:00 PM MST'),
      expect.stringContaining('10:00 AM HST'),
    ])
  })

  it('stay when a step does not concern the partner', async () => {
    await offer()
    const before = await listQueued()
    await step('entrepreneur', { entrepreneurTimes: [tuesday] })
    expect(await listQueued()).toEqual(before)
    await book(tuesday)
    const ofBooking = await listQueued()
    await step('entrepreneur', { entrepreneurNote: 'Not before noon' })
    expect(await listQueued()).toEqual(ofBooking)
  })

  it('stay when the partner changes something other than the meeting', async () => {
    await book(tuesday)
    const before = await listQueued()
    await step('partner', { partnerNote: 'I’ll call in from the car' })
    expect(await listQueued()).toEqual(before)
  })

  it('are replaced when the meeting is moved, and go when it is off', async () => {
    await book(tuesday)
    const before = await listQueued()
    await step('administrator', booked(thursday))
    const after = await listQueued()
    expect(after.map(([kind]) => kind)).toEqual(ofMeeting)
    expect(after).not.toEqual(before)
    await step('administrator', { state: 'ended', endedBecause: 'withdrawn' })
    expect(await listKinds()).not.toContain('match-soon')
  })

  it.each([
    ['moved', booked(thursday)],
    ['called off', unbooked],
  ])('come back when a meeting that was %s is as before', async (_what, changes) => {
    await book(tuesday)
    const before = await listQueued()
    await step('administrator', changes)
    await step('administrator', { ...chosen, ...booked(tuesday) }, { isUndo: true })
    expect(await listQueued()).toEqual(before)
    // Once more: what the undone step queued does not come back with a later one.
    await step('administrator', changes)
    await step('administrator', { ...chosen, ...booked(tuesday) }, { isUndo: true })
    expect(await listQueued()).toEqual(before)
  })

  it('come back without what was sent', async () => {
    await book(tuesday)
    await app.pool.query("update texts set status = 'sent' where kind = 'match-booked'")
    await step('administrator', unbooked)
    await step('administrator', { ...chosen, ...booked(tuesday) }, { isUndo: true })
    const kept = ['match-tomorrow', 'match-soon']
    expect((await listKinds()).filter((kind) => kept.includes(kind))).toEqual(kept)
  })

  it('come back without what is over by then, or about another introduction', async () => {
    await book(tuesday)
    await step('administrator', unbooked)
    const past = { notAfter: new Date(Date.now() - 1000) }
    await app.db.update(texts).set(past).where(eq(texts.kind, 'match-booked'))
    const ofEarlier = { matchId: await addEarlier() }
    await app.db.update(texts).set(ofEarlier).where(eq(texts.kind, 'match-tomorrow'))
    await step('administrator', { ...chosen, ...booked(tuesday) }, { isUndo: true })
    const { rows } = await app.pool.query('select kind, status from texts order by id limit 3')
    const statuses = ['cancelled', 'cancelled', 'queued']
    expect(rows).toEqual(ofMeeting.map((kind, index) => ({ kind, status: statuses[index] })))
  })

  it('come an hour before a meeting that is arranged again', async () => {
    await step('administrator', { ...chosen, ...booked(tuesday) })
    await app.pool.query('delete from texts')
    await step('administrator', { ...chosen, ...booked(tuesday) }, { isUndo: true })
    expect(await listKinds()).toContain('match-soon')
  })

  it('end with a STOP in the middle, and emails go on', async () => {
    await book(tuesday)
    const { rows } = await app.pool.query('select distinct recipient from texts')
    expect(rows).toHaveLength(1)
    await app.db.transaction((tx) => optOut(tx, rows[0].recipient))
    expect(await listKinds()).toEqual([])
    await step('administrator', booked(thursday))
    expect(await listKinds()).toEqual([])
    const mails = await app.pool.query(
      "select subject from mails where status = 'queued' and recipient = $1 order by id",
      [current().jordan.email],
    )
    expect(mails.rows.map(({ subject }) => subject)).toEqual([
      'You’re meeting Ana on Thu, Dec 6, 8:30 AM MST',
      'Tomorrow: your meeting with Ana',
    ])
  })

  it('write the time of the program for a partner whose zone is unknown here', async () => {
    await app.pool.query("update users set time_zone = 'Mars/Olympus' where id = $1", [
      current().jordan.id,
    ])
    await book(tuesday)
    expect(await listKinds()).toEqual(ofMeeting)
  })
})
