import { describe, expect, it } from 'vitest'
import { sides } from '@shared/matches'
import { nextHours } from '@tests/support/portal/introductions'
import {
  describeMail,
  startIntroductions,
  waitAnHour,
} from '@tests/support/portal/mailed-introductions'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { otherSide } from './next-match'
import { removeOldTexts } from '../mail/send-queued-mail'

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
    await waitAnHour(app, built.id)
    await changeEmailOf(built, side, freshEmail())
    await sendDue()
    expect(await listWaiting()).toEqual(before)
  })

  it('tell the other the new address, where theirs still waits', async () => {
    const built = await introduce('accepted', side)
    const { [side]: person, [otherSide(side)]: reader } = built
    const acts = { partner: built.partners, entrepreneur: built.guests }
    expect((await acts[otherSide(side)].answer('accepted')).status).toBe(200)
    await waitAnHour(app, built.id)
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
    expect(arrivedAt(email).map(describeMail)).toEqual(['Your introduction won’t move forward'])
    expect([calendarOf(old), calendarOf(email)]).toEqual(['nothing', 'nothing'])
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
