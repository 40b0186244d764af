import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { ReceivedMail } from '@tests/support/mail/read-mail'
import { visit } from '@tests/support/portal/agents'
import { startMatchLetters, steps } from '@tests/support/portal/match-letters'
import { meetInOrder } from '@tests/support/portal/meet-at-lock'
import { matches } from '../../db/schema/matches'
import { addressOf } from '../mail/find-sender'
import { queueMail } from '../mail/queue-mail'
import { sendQueuedMail } from '../mail/send-queued-mail'
import type { MatchChange } from './letters'
import { getMatch } from './queries'
import { queueMatchLetters, cancelMatchLetters } from './queue-letters'
import { findLetterHold, listWritten } from './written-letters'

const { app, ana, addEarlier, current, step, listQueued, sendDue, sendHeld, token, offer } =
  await startMatchLetters()
const { tuesday, thursday, chosen, booked, unbooked, offeredTimes } = steps
const support = app.env.brand.supportEmail

/** What the recipient's calendar reads. */
function readEntry(mail?: ReceivedMail) {
  const text = mail?.attachments[0]?.text
  const calendar = text ? new ICAL.Component(ICAL.parse(text)) : null
  const event = calendar?.getFirstSubcomponent('vevent')
  const value = (name: string) => String(event?.getFirstPropertyValue(name))
  return {
    uid: value('uid'),
    attendee: value('attendee'),
    organizer: value('organizer'),
    change: [value('sequence'), value('status'), value('dtstart')],
  }
}

describe('an invitation', () => {
  it('names its reader on no page that a forwarded link opens', async () => {
    await step('partner', { ...chosen, ...booked(new Date(Date.now() + 86_400_000)) })
    await app.pool.query("update matches set created_at = created_at - interval '1 hour'")
    const { body } = await visit(app)
      .get('/api/meeting')
      .set('Authorization', `Bearer ${token}`)
      .expect(200)
    expect(body.invitation).toContain('BEGIN:VEVENT')
    expect(body.invitation).not.toMatch(/ATTENDEE|METHOD/)
    expect(JSON.stringify(body)).not.toContain(ana.email)
  })

  it('arrives as another form of the text and as a file, and tells neither side of the other', async () => {
    await step('partner', { ...chosen, ...booked(tuesday) })
    const { jordan, matchId } = current()
    const mails = await sendDue()
    expect(mails.map(({ to, subject }) => `${to[0]}: ${subject}`)).toEqual([
      `${jordan.email}: You’re meeting Ana on Tue, Dec 4, 1:00 PM MST`,
      `${ana.email}: You’re meeting Jordan on Tue, Dec 4, 3:00 PM EST`,
      `${support}: Introduction meeting on Tue, Dec 4, 3:00 PM EST`,
    ])
    const secrets = [
      jordan.lastName,
      jordan.email,
      ana.lastName,
      ana.email,
      ana.phoneNumber,
      'video.example',
    ]
    for (const { raw, text, to, attachments } of mails) {
      const forms = attachments.map(({ mimeType, method, filename }) => [
        mimeType,
        method,
        filename,
      ])
      expect(forms).toEqual([
        ['text/calendar', 'REQUEST', null],
        ['application/ics', '', 'invite.ics'],
      ])
      expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r$/m)
      const [form = '', file = ''] = attachments.map((attachment) => attachment.text)
      expect(file).toBe(form)
      const onTheWire = Buffer.from(file.replaceAll('\n', '\r\n')).toString('base64')
      expect(raw.replaceAll('\r\n', '')).toContain(onTheWire)
      for (const secret of secrets.filter((one) => !to.includes(one)))
        expect(raw + text + form).not.toContain(secret)
      expect(form).not.toMatch(/Jordan|Ana/)
    }
    expect(readEntry(mails[0])).toEqual({
      uid: `match-${matchId}-partner@127.0.0.1`,
      attendee: `mailto:${jordan.email}`,
      organizer: `mailto:${addressOf(app.env.smtp?.from ?? '')}`,
      change: ['1', 'CONFIRMED', '2040-12-04T20:00:00Z'],
    })
  })

  it('names no one as the organizer of a meeting that they are invited to', async () => {
    await app.pool.query('delete from mails')
    // The default: mail leaves from the support mailbox, which is the host's.
    const smtp = app.env.smtp && { ...app.env.smtp, from: `Portal <${support.toUpperCase()}>` }
    const deps = { ...app, env: { ...app.env, smtp } }
    const { matchId } = current()
    const [before] = await app.db.select().from(matches).where(eq(matches.id, matchId))
    if (!before) throw new Error('There is no introduction.')
    const after = { ...before, ...chosen, ...booked(tuesday), movedAt: new Date() }
    await app.db.transaction((tx) =>
      queueMatchLetters({ ...deps, db: tx }, { before, after, by: 'partner' }),
    )
    const organizers = (await sendDue()).map((mail) => [mail.to[0], readEntry(mail).organizer])
    expect(organizers).toEqual([
      [current().jordan.email, `mailto:${support.toUpperCase()}`],
      [ana.email, `mailto:${support.toUpperCase()}`],
      [support, 'mailto:introductions@127.0.0.1'],
    ])
  })

  it('is moved, canceled and renewed under its UID, always with a higher sequence', async () => {
    const history: [MatchChange['by'], Parameters<typeof step>[1]][] = [
      ['partner', { ...chosen, ...booked(tuesday) }],
      ['administrator', booked(thursday)],
      ['entrepreneur', { ...unbooked, entrepreneurTimes: [] }],
      ['administrator', { ...chosen, ...booked(tuesday) }],
      ['portal', { state: 'ended', endedBecause: 'partner-gone' }],
    ]
    const told: unknown[] = []
    const uids = new Set<string>()
    for (const [by, changes] of history) {
      await step(by, changes)
      const mails = await sendHeld()
      const entries = mails.map((mail) => readEntry(mail))
      for (const { uid } of entries) uids.add(uid)
      expect(new Set(entries.map(({ change }) => change[0])).size).toBe(1)
      const mail = mails.find(({ to }) => to.includes(current().jordan.email))
      told.push([mail?.subject, ...readEntry(mail).change])
    }
    expect(told).toEqual([
      ['You’re meeting Ana on Tue, Dec 4, 1:00 PM MST', '1', 'CONFIRMED', '2040-12-04T20:00:00Z'],
      [
        'New time: you’re meeting Ana on Thu, Dec 6, 8:30 AM MST',
        '2',
        'CONFIRMED',
        '2040-12-06T15:30:00Z',
      ],
      ['Your meeting on Thu, Dec 6 is canceled', '3', 'CANCELLED', '2040-12-06T15:30:00Z'],
      ['You’re meeting Ana on Tue, Dec 4, 1:00 PM MST', '4', 'CONFIRMED', '2040-12-04T20:00:00Z'],
      ['Your introduction won’t move forward', '5', 'CANCELLED', '2040-12-04T20:00:00Z'],
    ])
    expect(uids.size).toBe(3)
  })

  it.each([
    ['an undo', []],
    ['the letter', ['CONFIRMED', 'CANCELLED']],
  ])('and an undo at that moment: %s comes first', async (first, changes) => {
    await step('administrator', { ...chosen, ...booked(tuesday) })
    await app.pool.query("update mails set next_attempt_at = now() where match_side = 'partner'")
    const [mail] = await listQueued()
    const mailId = mail?.id ?? 0
    const undo = () => step('administrator', { ...chosen, ...unbooked }, { isUndo: true })
    const leave = () => sendQueuedMail(app, mailId)
    const lock = { statement: 'select 1 from mails where id = $1 for update', id: mailId }
    await meetInOrder(app, lock, first === 'the letter' ? [leave, undo] : [undo, leave])
    const mails = await sendDue()
    expect(mails.map((one) => readEntry(one).change[1])).toEqual(changes)
  })

  it('that never left is not canceled, and one that left is taken back', async () => {
    await step('administrator', { ...chosen, ...booked(tuesday) })
    await step('administrator', { ...chosen, ...unbooked }, { isUndo: true })
    expect(await sendHeld()).toEqual([])

    await step('administrator', { ...chosen, ...booked(tuesday) })
    expect(await sendHeld()).toHaveLength(3)
    await step('administrator', { ...chosen, ...unbooked }, { isUndo: true })
    const mails = await sendDue()
    expect(mails.map((mail) => readEntry(mail).change[1])).toEqual(Array(3).fill('CANCELLED'))
    expect(mails[0]?.text).toContain('We sent it by mistake.\n\nYour meeting with Ana on')
  })
})

describe('letters of the administrator', () => {
  it('wait a minute, and ask both by their own clocks', async () => {
    const { jordan, matchId } = current()
    await offer()
    expect(await sendDue()).toEqual([])
    const { match } = await getMatch(app.db, matchId)
    const held = await findLetterHold(app.db, match)
    expect(held.haveLeft).toBe(false)
    const seconds = ((held.leavesAt?.getTime() ?? 0) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThan(90)

    const [toJordan, toAna, ...others] = await sendHeld()
    expect(others).toEqual([])
    expect(toJordan).toMatchObject({ to: [jordan.email], subject: 'Choose a time to meet Ana' })
    expect(toJordan?.text).toContain(
      'We’d like you to meet Ana from Rivera Bakery, who is looking for $40,000.\n\nBread for three hotels.',
    )
    expect(toJordan?.text).toContain(
      '- Tue, Dec 4, 1:00 PM MST (3:00 PM EST)\n- Thu, Dec 6, 8:30 AM MST (10:30 AM EST)',
    )
    expect(toJordan?.text).toContain(`${app.origin}/dashboard`)
    expect(toJordan?.html).toContain('>Choose Times</a>')
    expect(toAna).toMatchObject({
      to: [ana.email],
      subject: 'Choose a time to meet Jordan',
    })
    expect(toAna?.text).toContain('- Tue, Dec 4, 3:00 PM EST\n')
    expect(toAna?.text).toContain(`${app.origin}/meet#token=${token}`)
    expect(await findLetterHold(app.db, match)).toEqual({ leavesAt: null, haveLeft: true })
  })

  it('vanish with an offer that is taken back in time', async () => {
    await offer()
    await app.db.transaction((tx) => cancelMatchLetters(tx, current().matchId))
    expect(await sendHeld()).toEqual([])
    expect(await listQueued()).toEqual([])
  })

  it('vanish with a step that is undone in time, and are corrected later', async () => {
    await offer()
    await sendHeld()
    await step('administrator', { offeredTimes: [thursday] })
    await step('administrator', { offeredTimes }, { isUndo: true })
    expect(await sendHeld()).toEqual([])

    await step('administrator', { offeredTimes: [thursday] })
    await sendHeld()
    await step('administrator', { offeredTimes }, { isUndo: true })
    const [corrected] = await sendDue()
    expect(corrected?.text).toContain('Please ignore our last email about your introduction.')
    expect(corrected?.text).toContain('- Tue, Dec 4')
  })
})

const inHours = (count: number) => new Date(Date.now() + count * 3_600_000)
const timesOf = (time: Date) => ({ partnerTimes: [time], entrepreneurTimes: [time] })
const waiting = async () => (await listQueued()).map(({ subject }) => subject)

describe('reminders', () => {
  it('wait until they are due, and go with the step that answers them', async () => {
    await offer()
    await sendHeld()
    const [toJordan, toAna] = [
      'Reminder: choose a time to meet Ana',
      'Reminder: choose a time to meet Jordan',
    ]
    expect(await waiting()).toEqual([toJordan, toAna])
    await step('partner', { partnerTimes: [tuesday] })
    expect(await waiting()).toEqual([toAna])
    await step('entrepreneur', { entrepreneurTimes: [tuesday], ...booked(tuesday) })
    await sendDue()
    expect(await waiting()).toEqual([
      'Tomorrow: your meeting with Ana',
      'Tomorrow: your meeting with Jordan',
      expect.stringMatching(/^Soon: introduction meeting on /),
      'Did the meeting take place?',
    ])
  })

  it('stay when no time changes, however near the meeting is by now', async () => {
    const [startsAt, endsAt] = [inHours(30), inHours(31)]
    const meeting = {
      ...chosen,
      state: 'booked',
      startsAt,
      endsAt,
      bookedAt: inHours(-72),
    } as const
    await step('partner', { ...meeting, offeredTimes: [startsAt], ...timesOf(startsAt) })
    await sendDue()
    const all = await waiting()
    expect(all).toContain('Tomorrow: your meeting with Jordan')
    const reminders = await listQueued()
    for (const recordsEntrepreneur of [true, false, true]) {
      await step('entrepreneur', { recordsEntrepreneur })
      await sendDue()
      expect(await listQueued()).toEqual(reminders)
    }
    expect(await app.pool.query("select from mails where status = 'cancelled'")).toMatchObject({
      rowCount: 0,
    })
    await step('administrator', { state: 'ended', endedBecause: 'withdrawn' })
    expect(await waiting()).not.toContain('Tomorrow: your meeting with Jordan')
    await step('administrator', { state: 'booked', endedBecause: null }, { isUndo: true })
    expect((await waiting()).toSorted()).toEqual(expect.arrayContaining(all))
  })
})

it('a step leaves the reminders of another introduction of the same people alone', async () => {
  const { jordan } = current()
  const earlierId = await addEarlier()
  const words = { recipient: jordan.email, subject: 'Of another', text: '-' }
  await app.db.transaction((tx) =>
    queueMail(
      { ...app, db: tx },
      {
        kind: 'meeting-reminder',
        matchId: earlierId,
        matchSide: 'entrepreneur',
        nextAttemptAt: inHours(5),
        ...words,
      },
    ),
  )
  await step('administrator', { ...chosen, ...booked(tuesday), bookedAt: inHours(-72) })
  await step('entrepreneur', { recordsEntrepreneur: true })
  expect(await waiting()).toContain('Of another')
})

it('what was canceled again and again before it left is not read again and again', async () => {
  const { matchId } = current()
  await offer()
  await sendHeld()
  for (const time of [thursday, tuesday, thursday, tuesday, thursday])
    await step('administrator', { offeredTimes: [time] })
  const written = await listWritten(app.db, matchId)
  const kept = written.map(({ matchSide, status }) => `${matchSide} ${status}`)
  const each = ['sent', 'cancelled', 'queued', 'queued']
  for (const side of ['partner', 'entrepreneur'])
    expect(kept.filter((one) => one.startsWith(side))).toEqual(each.map((one) => `${side} ${one}`))
})

describe('the outcome', () => {
  it('of both accepting is told with what each needs to reach the other', async () => {
    await step('administrator', { ...chosen, ...booked(tuesday), state: 'met' })
    await step('partner', { partnerAnswer: 'accepted' })
    await step('entrepreneur', { state: 'succeeded', entrepreneurAnswer: 'accepted' })
    const { jordan, matchId } = current()
    const [toJordan, toAna] = await sendDue()
    expect(toJordan?.subject).toBe('It’s a match: you and Ana both accepted')
    expect(toJordan?.text).toContain('- Ana Rivera-Lopez\n- ana@rivera.example\n- 3035550199')
    expect(toAna?.text).toContain(`- Jordan Avery\n- ${jordan.email}\n- ${jordan.phoneNumber}`)
    // Jordan has not agreed to calls; Ana has no account, and gave a number to be called.
    expect(toJordan?.text).toContain('Our team will email you about the agreement.')
    expect(toAna?.text).toContain('Our team will call you about the agreement.')
    const { rows } = await app.pool.query('select text from support_notices order by id')
    expect(rows.at(-1)).toEqual({
      text: `It’s a match: both sides of introduction ${matchId} accepted`,
    })
  })

  it('reaches the other side when a partner is gone with their account, and names no one', async () => {
    await step('partner', { ...chosen, ...booked(tuesday) })
    await sendDue()
    await step('portal', { state: 'ended', endedBecause: 'partner-gone' })
    await app.pool.query('delete from users where id = $1', [current().jordan.id])
    const mails = await sendDue()
    expect(mails.map(({ to, subject }) => `${to[0]}: ${subject}`)).toEqual([
      `${ana.email}: Your introduction won’t move forward`,
      `${support}: The introduction meeting on Tue, Dec 4 is canceled`,
    ])
    for (const { raw } of mails) expect(raw).not.toMatch(/Jordan|Avery/)
    const { rows } = await app.pool.query('select distinct recipient, subject from mails')
    expect(JSON.stringify(rows)).not.toContain('Jordan')
  })
})
