import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { ctxOf } from '@tests/support/portal/ctx'
import { ascending } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildEntrepreneur,
  buildMatch,
  buildPartner,
  nextHours,
  storedMatch,
} from '@tests/support/portal/introductions'
import {
  countDeadlocks,
  meetAtLock,
  meetInOrder,
  seeWaiting,
} from '@tests/support/portal/meet-at-lock'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import type { Transaction } from '../../db/client'
import { matches } from '../../db/schema/matches'
import { deleteUser } from '../users/erase-account'
import { lockEntrepreneur } from './take-step'

const app = await startSharedApp()
const admin = await logInAdmin(app)

async function introduce(times = nextHours()) {
  const built = await buildMatch(app, admin, { times })
  return {
    ...built,
    host: actAsAdministrator(admin, built.id),
    partners: actAsPartner(await logIn(app, built.partner)),
    guests: actByLink(visit(app), built.token),
    lock: { statement: 'select 1 from users where id = $1 for update', id: built.partner.id },
  }
}
type Introduced = Awaited<ReturnType<typeof introduce>>

async function introduceMet() {
  const all = await introduce()
  await all.host.offer([nextHours()[0] ?? ''], { isAgreed: true })
  await beginMeeting(app, all.id)
  await all.host.met()
  return all
}

/** Of those that met at the lock, in any order. */
const statusesOf = (answers: readonly { status: number }[]) =>
  ascending(answers.map(({ status }) => status))
const actionsOf = async ({ id }: Introduced, action: string) =>
  (await eventsOf(app, `match:${id}`)).filter((event) => event.action === action)

describe('in the same moment', () => {
  it('both give their times: one meeting is booked, once', async () => {
    const all = await introduce()
    const [mine, theirs] = [await all.partners.read(), await all.guests.read()]
    const answers = await meetAtLock(app, all.lock, () =>
      Promise.all([
        all.partners.choose(all.times, { basedOn: mine.basedOn }),
        all.guests.choose(all.times, { basedOn: theirs.basedOn }),
      ]),
    )
    expect(statusesOf(answers)).toEqual([200, 200])
    expect((await storedMatch(app, all.id)).startsAt).toEqual(new Date(all.times[0] ?? ''))
    expect(await actionsOf(all, 'match.booked')).toHaveLength(1)
  })

  it('both accept: it succeeds once', async () => {
    const all = await introduceMet()
    const [mine, theirs] = [await all.partners.read(), await all.guests.read()]
    const answers = await meetAtLock(app, all.lock, () =>
      Promise.all([
        all.partners.answer('accepted', { basedOn: mine.basedOn }),
        all.guests.answer('accepted', { basedOn: theirs.basedOn }),
      ]),
    )
    expect(statusesOf(answers)).toEqual([200, 200])
    expect((await storedMatch(app, all.id)).state).toBe('succeeded')
    expect(await actionsOf(all, 'match.succeeded')).toHaveLength(1)
  })

  it('one accepts twice, as by a double click: it counts once', async () => {
    const all = await introduceMet()
    const { basedOn } = await all.partners.read()
    const accept = () => all.partners.answer('accepted', { basedOn })
    const answers = await meetAtLock(app, all.lock, () => Promise.all([accept(), accept()]))
    expect(statusesOf(answers)).toEqual([200, 200])
    expect(await actionsOf(all, 'match.answered')).toHaveLength(1)
  })

  it.each([
    ['accepts', ['accepted', 'declined'], [200, 200]],
    ['declines', ['declined', 'accepted'], [200, 409]],
  ] as const)('one %s and the other says the opposite: no match', async (_what, said, statuses) => {
    const all = await introduceMet()
    const [partners, guests] = said
    const answers = await meetInOrder<{ status: number }>(app, all.lock, [
      () => all.partners.answer(partners),
      () => all.guests.answer(guests),
    ])
    expect(statusesOf(answers)).toEqual(statuses)
    expect((await storedMatch(app, all.id)).state).toBe('ended')
  })

  it.each(['end', 'undo'] as const)(
    'an answer and the administrator’s %s: one wins',
    async (what) => {
      const all = await introduceMet()
      const answers = await meetAtLock(app, all.lock, () =>
        Promise.all([all.partners.answer('accepted'), all.host[what]()]),
      )
      expect(statusesOf(answers)).toEqual([200, 409])
      const [answered] = answers
      const { state, partnerAnswer } = await storedMatch(app, all.id)
      const otherwise = what === 'end' ? 'ended' : 'booked'
      expect([state, partnerAnswer]).toEqual(
        answered.status === 200 ? ['met', 'accepted'] : [otherwise, null],
      )
    },
  )

  it('an answer and the erasure of its account: nothing is left, and no deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const all = await introduce()
      const [mine, theirs] = [await all.partners.read(), await all.guests.read()]
      const [erased, answer, other] = await Promise.all([
        deleteUser(ctxOf(app), all.partner.id).then(() => true),
        all.partners.choose(all.times, { basedOn: mine.basedOn }),
        all.guests.choose([], { basedOn: theirs.basedOn }),
      ])
      expect(erased).toBe(true)
      for (const { status } of [answer, other]) expect([200, 401, 404, 409]).toContain(status)
      expect(await app.db.$count(matches, eq(matches.id, all.id))).toBe(0)
    }
    expect(await countDeadlocks(app)).toBe(0)
  })

  it('two offers of one person: one is made', async () => {
    const [partner, others] = [
      await buildPartner(app),
      [await buildEntrepreneur(app), await buildEntrepreneur(app)],
    ]
    const lock = { statement: 'select 1 from users where id = $1 for update', id: partner.id }
    const answers = await meetAtLock(app, lock, () =>
      Promise.all(
        others.map(({ id: entrepreneurId }) =>
          admin
            .post('/api/admin/matches')
            .send({ partnerId: partner.id, entrepreneurId, times: nextHours() }),
        ),
      ),
    )
    expect(statusesOf(answers)).toEqual([201, 409])
  })
})

const book = (id: number, startsAt: string) => async (tx: Transaction) => {
  const start = new Date(startsAt)
  const hours = [start]
  await tx
    .update(matches)
    .set({
      state: 'booked',
      offeredTimes: hours,
      partnerTimes: hours,
      entrepreneurTimes: hours,
      startsAt: start,
      endsAt: new Date(start.getTime() + 45 * 60_000),
    })
    .where(eq(matches.id, id))
}

describe('two matches that come to one hour', () => {
  it('are booked apart: the second takes the next hour that both can', async () => {
    const times = nextHours()
    const [first, second] = [await introduce(times), await introduce(times)]
    await second.guests.choose(times)
    const answer = await sendBeside(app, book(first.id, times[0] ?? ''), () =>
      second.partners.choose(times),
    )
    expect(answer.body).toMatchObject({ state: 'booked', startsAt: times[1] })
  })

  it('leave the second without a meeting when there is no other', async () => {
    const [time = ''] = nextHours()
    const [first, second] = [await introduce([time]), await introduce([time])]
    await second.guests.choose([time])
    const answer = await sendBeside(app, book(first.id, time), () => second.partners.choose([time]))
    expect(answer.body).toMatchObject({ state: 'arranging', chosenTimes: [time] })
    expect((await second.host.read()).need).toMatchObject({ kind: 'new-times' })
  })

  it('are booked once where the administrator agreed on it with both', async () => {
    const [time = ''] = nextHours()
    const [first, second] = [await introduce([time]), await introduce()]
    const { status, body } = await sendBeside(app, book(first.id, time), () =>
      second.host.offer([time], { isAgreed: true }),
    )
    expect([status, body.message]).toEqual([
      409,
      'That time was just taken. Please choose another.',
    ])
    expect((await second.host.read()).state).toBe('arranging')
  })

  it('wait for each other in no deadlock, also where the first is not booked after all', async () => {
    const times = nextHours()
    const [first, ...others] = [
      await introduce(times),
      await introduce(times),
      await introduce(times),
    ]
    for (const { guests } of others) await guests.choose(times)
    const notBooked = new Error('Not booked.')
    let sent: ReturnType<Introduced['partners']['choose']>[] = []
    const booking = app.db.transaction(async (tx) => {
      await book(first.id, times[0] ?? '')(tx)
      sent = others.map(({ partners }) => partners.choose(times))
      await seeWaiting(app, 2)
      throw notBooked
    })
    await expect(booking).rejects.toBe(notBooked)
    const answers = await Promise.all(sent)
    expect(statusesOf(answers)).toEqual([200, 200])
    const starts = answers.map(({ body }) => Date.parse(body.startsAt))
    expect(ascending(starts)).toEqual(times.slice(0, 2).map((time) => Date.parse(time)))
    expect(await countDeadlocks(app)).toBe(0)
  })
})

it('an entrepreneur who is offered to someone else just now is not changed without them', async () => {
  const { entrepreneur } = await introduce()
  const { id: partnerId } = await buildPartner(app)
  const ended = { partnerId, state: 'ended', endedBecause: 'withdrawn' } as const
  const { status } = await sendBeside(
    app,
    async (tx) => {
      await lockEntrepreneur(tx, entrepreneur.id)
      await tx
        .insert(matches)
        .values({ ...ended, entrepreneurId: entrepreneur.id, offeredTimes: [] })
    },
    () => admin.patch(`/api/admin/entrepreneurs/${entrepreneur.id}`).send({ firstName: 'Anna' }),
  )
  expect(status).toBe(409)
})
