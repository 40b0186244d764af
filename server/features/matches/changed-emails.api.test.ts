import { describe, expect, it } from 'vitest'
import { sides, type Side } from '@shared/matches'
import { visit } from '@tests/support/portal/agents'
import { actByLink, nextHours, showMatch, tokenOf } from '@tests/support/portal/introductions'
import {
  describeMail,
  startIntroductions,
  type MatchStage,
} from '@tests/support/portal/mailed-introductions'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { removeOldTexts } from '../mail/remove-old-texts'
import { otherSide } from './next-match'

const {
  app,
  admin,
  mailbox,
  freshEmail,
  sendDue,
  sendAll,
  calendarOf,
  introduce,
  changeEmailOf,
  arrivedAt,
} = await startIntroductions()

/** The last step was taken an hour earlier. */
async function waitAnHour(id: number) {
  for (const sql of [
    "update matches set moved_at = moved_at - interval '1 hour' where id = $1",
    "update mails set created_at = created_at - interval '1 hour' where match_id = $1",
  ])
    await app.pool.query(sql, [id])
}

/** Changes an email: what is mailed because of it, which calendar shows the meeting, and which link lives. */
async function changeEmail(state: MatchStage, side: Side) {
  const built = await introduce(state, side)
  const old = built[side].email
  const email = freshEmail()
  const before = [arrivedAt(email).length, arrivedAt(old).length]
  await waitAnHour(built.id)
  await changeEmailOf(built, side, email)
  await sendAll()
  const mailed = [email, old].map((address, at) =>
    arrivedAt(address).slice(before[at]).map(describeMail),
  )
  await showMatch(app, built.id)
  const token = await tokenOf(app, built.id)
  const lives = async (one: string) =>
    (await actByLink(visit(app), one).look()).status === 200 ? 'lives' : 'dead'
  return {
    new: mailed[0],
    old: mailed[1],
    calendars: [calendarOf(email), calendarOf(old)],
    links:
      token === built.token ? [await lives(token)] : [await lives(token), await lives(built.token)],
  }
}

const none = ['nothing', 'nothing']
const moves = ['the meeting', 'nothing']

describe('a changed email of a partner', () => {
  const links = ['lives']
  it.each<[MatchStage, Awaited<ReturnType<typeof changeEmail>>]>([
    ['hidden', { new: ['Choose a time to meet Ana'], old: [], calendars: none, links }],
    ['asked', { new: ['Choose a time to meet Ana'], old: [], calendars: none, links }],
    ['answered', { new: [], old: [], calendars: none, links }],
    [
      'booked',
      {
        new: ['REQUEST: You’re meeting Ana'],
        old: ['CANCEL: Your meeting'],
        calendars: moves,
        links,
      },
    ],
    ['met', { new: ['How was your meeting with Ana?'], old: [], calendars: none, links }],
    ['accepted', { new: [], old: [], calendars: none, links }],
    ['succeeded', { new: [], old: [], calendars: none, links }],
    ['ended', { new: [], old: [], calendars: none, links }],
  ])('while it is %s', async (state, expected) => {
    expect(await changeEmail(state, 'partner')).toEqual(expected)
  })
})

describe('a changed email of an entrepreneur', () => {
  const links = ['lives', 'dead']
  it.each<[MatchStage, Awaited<ReturnType<typeof changeEmail>>]>([
    ['hidden', { new: ['Choose a time to meet Pat'], old: [], calendars: none, links }],
    ['asked', { new: ['Choose a time to meet Pat'], old: [], calendars: none, links }],
    ['answered', { new: ['Your new link for meeting Pat'], old: [], calendars: none, links }],
    [
      'booked',
      {
        new: ['REQUEST: You’re meeting Pat'],
        old: ['CANCEL: Your meeting'],
        calendars: moves,
        links,
      },
    ],
    ['met', { new: ['How was your meeting with Pat?'], old: [], calendars: none, links }],
    ['accepted', { new: ['Your new link for meeting Pat'], old: [], calendars: none, links }],
    [
      'succeeded',
      { new: ['It’s a match: you and Pat both accepted'], old: [], calendars: none, links },
    ],
    ['ended', { new: [], old: [], calendars: none, links }],
  ])('while it is %s', async (state, expected) => {
    expect(await changeEmail(state, 'entrepreneur')).toEqual(expected)
  })
})

describe.each(sides)('the letters of a %s', (side) => {
  const other = side === 'partner' ? 'Ana' : 'Pat'

  it('go to the last of two addresses, with the reminder, and to no other', async () => {
    const built = await introduce('asked', side)
    const [wrong, right] = [freshEmail(), freshEmail()]
    await mailbox.goDown()
    await changeEmailOf(built, side, wrong)
    await sendDue()
    await changeEmailOf(built, side, right)
    await mailbox.comeBack()
    await app.pool.query(
      "update mails set next_attempt_at = now() where status = 'queued' and match_side = $1",
      [side],
    )
    expect((await sendDue()).map((mail) => [mail.to, describeMail(mail)])).toEqual([
      [[right], `Choose a time to meet ${other}`],
      [[right], `Reminder: choose a time to meet ${other}`],
    ])
  })

  it('are one reminder at its own time, also where the address is corrected an hour later', async () => {
    const built = await introduce('asked', side)
    const listWaiting = async () =>
      (
        await app.pool.query(
          `select subject, next_attempt_at from mails
           where status = 'queued' and match_id = $1 and match_side = $2`,
          [built.id, side],
        )
      ).rows
    const before = await listWaiting()
    expect(before).toHaveLength(1)
    await waitAnHour(built.id)
    await changeEmailOf(built, side, freshEmail())
    await sendDue()
    expect(await listWaiting()).toEqual(before)
  })

  it('tell the other the new address, where theirs still waits', async () => {
    const built = await introduce('accepted', side)
    const { [side]: person, [otherSide(side)]: reader } = built
    const acts = { partner: built.partners, entrepreneur: built.guests }
    expect((await acts[otherSide(side)].answer('accepted')).status).toBe(200)
    await waitAnHour(built.id)
    const email = freshEmail()
    await changeEmailOf(built, side, email)
    await sendDue()
    const last = arrivedAt(reader.email).at(-1)
    expect(last?.text).toContain(email)
    expect(last?.text).not.toContain(person.email)
  })

  it('are not repeated after a step that was undone before they heard of it', async () => {
    const built = await introduce('asked', side)
    await built.host.offer(nextHours())
    expect((await built.host.undo()).status).toBe(200)
    const summary = 'Bread for four hotels.'
    const path = `/api/admin/entrepreneurs/${built.entrepreneur.id}`
    await admin.patch(path).send({ summary }).expect(200)
    expect(await sendAll()).toEqual([])
  })

  it('and the meeting come back with an address that is put back', async () => {
    const built = await introduce('booked', side)
    const { email: old } = built[side]
    const email = freshEmail()
    await changeEmailOf(built, side, email)
    await sendDue()
    await changeEmailOf({ ...built, partner: { ...built.partner, email } }, side, old)
    await sendDue()
    expect([calendarOf(old), calendarOf(email)]).toEqual(['the meeting', 'nothing'])
    const { status } = await built.host.end()
    expect(status).toBe(200)
    await sendAll()
    expect([calendarOf(old), calendarOf(email)]).toEqual(['nothing', 'nothing'])
  })

  it('that is being sent while the address changes is written again', async () => {
    const built = await introduce('hidden', side)
    await releaseHeldMails(app.pool)
    const email = freshEmail()
    mailbox.behave('silent')
    const attempt = sendDue()
    await mailbox.waitForConnection()
    await changeEmailOf(built, side, email)
    mailbox.behave('working')
    await attempt
    await sendAll()
    expect(arrivedAt(email).map(describeMail)).toEqual([`Choose a time to meet ${other}`])
  })

  it('about the end take the meeting out of the calendar that has it', async () => {
    const built = await introduce('booked', side)
    const { email: old } = built[side]
    const email = freshEmail()
    await built.host.end()
    await changeEmailOf(built, side, email)
    await sendAll()
    expect(arrivedAt(email).map(describeMail)).toEqual(['Your introduction isn’t going ahead'])
    expect([calendarOf(old), calendarOf(email)]).toEqual(none)
  })
})

describe('a letter to an address of the past', () => {
  it('names no one and leads nowhere', async () => {
    const built = await introduce('booked', 'entrepreneur')
    const { email: old } = built.entrepreneur
    await changeEmailOf(built, 'entrepreneur', freshEmail())
    await sendAll()
    const removal = arrivedAt(old).at(-1)
    expect(removal?.text).toMatch(/^Hi,\n\nEmails about your introduction no longer go to this/)
    expect(removal?.raw).not.toMatch(/token|Pat|Ana/)
  })

  it('outlives the account of a partner, and not for long', async () => {
    const { partner } = await introduce('booked', 'partner')
    await admin.delete(`/api/admin/users/${partner.id}`).expect(200)
    await sendAll()
    const last = arrivedAt(partner.email).at(-1)
    expect(last && describeMail(last)).toBe('CANCEL: Your meeting')
    expect(last?.raw).not.toMatch(/Pat|Ana/)
    expect(calendarOf(partner.email)).toBe('nothing')
    await removeOldTexts(app.db)
    const { rows } = await app.pool.query('select 1 from mails where recipient = $1', [
      partner.email,
    ])
    expect(rows).toEqual([])
  })
})
