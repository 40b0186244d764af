import { describe, expect, it } from 'vitest'
import { alreadyToldCode } from '@shared/error-codes'
import type { MatchDesk } from '@shared/match-desk'
import { sides, type Side } from '@shared/matches'
import { actAsAdministrator, nextHours } from '@tests/support/portal/introductions'
import { startIntroductions, type MatchStage } from '@tests/support/portal/mailed-introductions'

const {
  app,
  admin,
  mailbox,
  freshEmail,
  sendAll,
  sendDue,
  introduce,
  changeEmailOf,
  arrivedAt,
  zonesWaitingAt,
} = await startIntroductions()

const room = 'https://video.example/room'
await admin.put('/api/admin/settings/meetings').send({ room, minutes: 45 }).expect(200)

type Built = Awaited<ReturnType<typeof introduce>>

/** What a match needs, by the desk, where it stands there, by its panel and by the list of all. */
async function needOf({ id }: Built) {
  const { body: desk }: { body: MatchDesk } = await admin.get('/api/admin/match-desk').expect(200)
  const found = [...desk.needsYou, ...desk.waitingForThem].find((match) => match.id === id)
  const { need } = await actAsAdministrator(admin, id).read()
  const { body: all } = await admin.get('/api/admin/matches').expect(200)
  expect(found?.need).toEqual(need)
  expect(all).toContainEqual(expect.objectContaining({ id, need }))
  const isYours = desk.needsYou.some((match) => match.id === id)
  return `${isYours ? 'you' : 'them'}: ${need?.kind} ${need?.of}`
}

/** By the overview, which leads to the desk. */
async function countNeedingYou(): Promise<number> {
  return (await admin.get('/api/admin/overview').expect(200)).body.introductions.needYou
}

/** An introduction whose newest letters have not been sent yet. */
async function build(state: MatchStage, side: Side = 'partner') {
  const built = await introduce(state, side)
  await sendAll()
  return built
}

/** As if the letters of a match had been refused when they were sent: all, or those to one of the two. */
async function refuse({ id }: Built, to: readonly Side[] = sides) {
  await app.pool.query(
    `update mails set status = 'queued', attempts = 0, next_attempt_at = now()
     where match_id = $1 and match_side = any($2::text[]) and status = 'sent'`,
    [id, to],
  )
  mailbox.behave('refused recipient')
  await sendDue()
  mailbox.behave('working')
}

describe('letters that are refused for good', () => {
  it.each<[MatchStage, readonly Side[], string]>([
    ['asked', sides, 'you: undelivered both'],
    ['asked', ['partner'], 'you: undelivered partner'],
    ['asked', ['entrepreneur'], 'you: undelivered entrepreneur'],
    ['answered', ['entrepreneur'], 'you: undelivered entrepreneur'],
    // Who has answered has been reached.
    ['answered', ['partner'], 'them: times entrepreneur'],
    ['booked', ['partner'], 'you: undelivered partner'],
    ['met', ['entrepreneur'], 'you: undelivered entrepreneur'],
  ])('are the administrator’s turn at once: %s, %j', async (state, to, expected) => {
    const built = await build(state)
    expect(await needOf(built)).toMatch(/^them: /)
    const before = await countNeedingYou()
    await refuse(built, to)
    expect(await needOf(built)).toBe(expected)
    expect(await countNeedingYou()).toBe(before + (expected.startsWith('you') ? 1 : 0))
  })

  it('are a reminder, too, after a letter that arrived', async () => {
    const built = await build('asked')
    mailbox.behave('refused recipient')
    await app.pool.query(
      "update mails set next_attempt_at = now() where match_id = $1 and match_side = 'partner'",
      [built.id],
    )
    await sendDue()
    mailbox.behave('working')
    expect(await needOf(built)).toBe('you: undelivered partner')
  })

  it('count for nothing once a later one arrived, or the same was sent again', async () => {
    const built = await build('asked')
    await refuse(built)
    const [toPartner] = (
      await app.pool.query(
        "select id from mails where match_id = $1 and match_side = 'partner' and status = 'failed'",
        [built.id],
      )
    ).rows
    await admin.post(`/api/admin/emails/${toPartner.id}/resend`).expect(200)
    await sendDue()
    expect(await needOf(built)).toBe('you: undelivered entrepreneur')
    expect((await built.host.offer(nextHours())).status).toBe(200)
    await sendAll()
    expect(await needOf(built)).toBe('them: times both')
  })

  it.each(sides)('wait no more once the address of the %s is corrected', async (side) => {
    const built = await build('asked')
    await refuse(built, [side])
    expect(await needOf(built)).toBe(`you: undelivered ${side}`)
    const email = freshEmail()
    await changeEmailOf(built, side, email)
    expect(await needOf(built)).toBe('them: times both')
    const arrived = await sendAll()
    expect(arrived.some(({ to }) => to.includes(email))).toBe(true)
    expect(await needOf(built)).toBe('them: times both')
  })

  it('are no one’s turn when the server was only busy', async () => {
    const built = await build('asked')
    await app.pool.query(
      `update mails set status = 'queued', attempts = 0, next_attempt_at = now()
       where match_id = $1 and status = 'sent'`,
      [built.id],
    )
    mailbox.behave('greylisting')
    await sendDue()
    mailbox.behave('working')
    expect(await needOf(built)).toBe('them: times both')
  })
})

describe.each(sides)('where a %s answered from last', (side) => {
  const read = async ({ partners, guests }: Awaited<ReturnType<typeof introduce>>) =>
    (side === 'partner' ? partners : guests).read()

  it('is the clock of the page, and of what waits, also where nothing else is said anew', async () => {
    const built = await introduce('booked', side)
    const { email } = built[side]
    const acts = side === 'partner' ? built.partners : built.guests
    expect(await read(built)).toMatchObject({ state: 'booked', timeZone: 'America/Denver' })
    expect(await zonesWaitingAt(email)).toEqual([expect.stringMatching(/^M[SD]T$/)])
    const { status } = await acts.choose(built.times, { zone: 'Pacific/Honolulu' })
    expect(status).toBe(200)
    expect(await read(built)).toMatchObject({ timeZone: 'Pacific/Honolulu' })
    expect(await zonesWaitingAt(email)).toEqual(['HST'])
    // Nothing is told twice.
    const before = arrivedAt(email).length
    await sendDue()
    expect(arrivedAt(email)).toHaveLength(before)
  })

  it('is the clock of a letter that was written and has not left', async () => {
    const built = await introduce('asked', side)
    const [acts, others] =
      side === 'partner' ? [built.partners, built.guests] : [built.guests, built.partners]
    await others.choose(built.times)
    await acts.choose(built.times)
    await acts.choose(built.times, { zone: 'Pacific/Honolulu' })
    expect(await zonesWaitingAt(built[side].email)).toEqual(['HST', 'HST'])
    await sendDue()
    expect(arrivedAt(built[side].email).at(-1)?.subject).toMatch(/HST$/)
  })

  it('is kept, or not known, when a browser doesn’t say', async () => {
    const built = await introduce('booked', side)
    const acts = side === 'partner' ? built.partners : built.guests
    expect((await acts.choose(built.times, { zone: 'Etc/Unknown' })).status).toBe(200)
    const timeZone = side === 'partner' ? null : 'America/Denver'
    expect(await read(built)).toMatchObject({ timeZone })
    expect(await zonesWaitingAt(built[side].email)).toEqual([
      expect.stringMatching(side === 'partner' ? /^E[SD]T$/ : /^M[SD]T$/),
    ])
  })
})

it('a step whose letters have left is undone only by someone who knows that', async () => {
  const { host, times } = await build('asked')
  await host.offer([times[0] ?? ''], { isAgreed: true })
  await sendAll()
  const { status, body } = await host.undo({ ifUntold: true })
  expect([status, body.code]).toEqual([409, alreadyToldCode])
  expect((await host.undo()).status).toBe(200)
})
