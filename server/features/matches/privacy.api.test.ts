import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import { match as matchSchema, listedMatch, ownMatch } from '@shared/matches'
import { logIn, logInAdmin, visit, type Agent } from '@tests/support/portal/agents'
import type { BuiltUser } from '@tests/support/portal/factories'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildEntrepreneur,
  buildMatch,
  buildPartner,
  nextHours,
} from '@tests/support/portal/introductions'
import { readZip } from '@tests/support/portal/read-zip'
import { startSharedApp, tablesWith } from '@tests/support/portal/shared-app'
import { fsckSealed } from '../../cli/sealed-places'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { removeWithdrawn } from '../entrepreneurs/manage-entrepreneurs'
import { fsckMatches } from './end-lost-matches'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)

/** Two with names that no one else has, who have met. */
async function introduceWellKnown() {
  const [partnerName, entrepreneurName] = [0, 1].map(() => `Known${randomUUID().slice(0, 8)}`)
  const partner = await buildPartner(app, { lastName: partnerName ?? '' })
  const entrepreneur = await buildEntrepreneur(app, {
    lastName: entrepreneurName ?? '',
    email: `${entrepreneurName}@bakery.example`,
  })
  const built = await buildMatch(app, admin, { partner, entrepreneur })
  const agent = await logIn(app, partner)
  const host = actAsAdministrator(admin, built.id)
  await actAsPartner(agent).choose([], { note: 'Never on Mondays' })
  await host.offer([nextHours()[0] ?? ''], { isAgreed: true })
  await beginMeeting(app, built.id)
  await host.met()
  return {
    ...built,
    agent,
    host,
    partners: actAsPartner(agent),
    guests: actByLink(visit(app), built.token),
  }
}

async function fetchCopy(agent: Agent, { password }: BuiltUser) {
  const path = '/api/account/data'
  await agent.post(path).send({ currentPassword: password }).expect(200)
  const { body } = await agent.get(path).responseType('blob').expect(200)
  const text = String((await readZip(body)).get('data.json'))
  return { text, data: JSON.parse(text) }
}

it('a copy of one’s data has the introductions, and the people met in full once both accepted', async () => {
  const { agent, partner, entrepreneur, partners, guests } = await introduceWellKnown()
  await guests.answer('accepted')
  const before = await fetchCopy(agent, partner)
  expect(before.data.introductions).toMatchObject([
    { firstName: 'Ana', lastName: null, email: null, state: 'met', yourAnswer: null },
  ])
  // Neither the name nor what the other said.
  for (const secret of [entrepreneur.lastName, entrepreneur.email, entrepreneur.phoneNumber])
    expect(before.text).not.toContain(secret)
  expect(JSON.stringify(before.data.introductions)).not.toContain('accepted')
  await partners.answer('accepted')
  const { data } = await fetchCopy(agent, partner)
  expect(data.introductions).toMatchObject([
    { lastName: entrepreneur.lastName, email: entrepreneur.email, yourAnswer: 'accepted' },
  ])
})

it('nothing names a partner who was deleted, or an entrepreneur', async () => {
  const first = await introduceWellKnown()
  await admin.delete(`/api/admin/users/${first.partner.id}`).expect(200)
  expect(await tablesWith(app, first.partner.lastName)).toEqual([])
  expect(await tablesWith(app, 'Never on Mondays')).toEqual([])

  const second = await introduceWellKnown()
  await second.host.end()
  await admin.delete(`/api/admin/entrepreneurs/${second.entrepreneur.id}`).expect(200)
  expect(await tablesWith(app, second.entrepreneur.lastName)).toEqual([])
  const trail = await admin.get('/api/admin/audit-events').query({ kind: 'matches' }).expect(200)
  const gone = trail.body.filter(({ objectName }: { objectName: string | null }) => !objectName)
  expect(gone.length).toBeGreaterThan(0)
})

async function succeed() {
  const all = await introduceWellKnown()
  const note = `${all.entrepreneur.lastName} can’t before noon`
  await app.pool.query('update matches set entrepreneur_note = $2 where id = $1', [all.id, note])
  await all.partners.answer('accepted')
  await all.guests.answer('accepted')
  return all
}

describe('a match whose entrepreneur was deleted', () => {
  const remove = {
    'by hand': (id: number) => admin.delete(`/api/admin/entrepreneurs/${id}`).expect(200),
    'by the daily job': async (id: number) => {
      const longAgo = `update entrepreneurs set status = 'withdrawn', status_at = now() - interval '366 days'`
      await app.pool.query(`${longAgo} where id = $1`, [id])
      await removeWithdrawn(createCtx(app, portalItself))
    },
  }

  it.each(['by hand', 'by the daily job'] as const)(
    '%s stays one and counts, and nothing names them',
    async (how) => {
      const count = async () =>
        (await admin.get('/api/admin/overview').expect(200)).body.introductions.succeeded
      const [all, other] = [await succeed(), await succeed()]
      const before = await count()
      // Ended and put back, so that everything was kept for an undo as well.
      await all.host.end()
      await all.host.undo()
      await remove[how](all.entrepreneur.id)
      expect(await tablesWith(app, all.entrepreneur.lastName)).toEqual([])
      expect(await count()).toBe(before)
      await all.guests.look().expect(404)
      expect((await other.host.read()).entrepreneur).toMatchObject({ id: other.entrepreneur.id })

      expect(ownMatch.strict().parse(await all.partners.read())).toMatchObject({
        state: 'succeeded',
        other: { firstName: leftEntrepreneur, business: null },
        contacts: null,
      })
      expect(matchSchema.strict().parse(await all.host.read())).toMatchObject({
        state: 'succeeded',
        entrepreneur: null,
        sides: { entrepreneur: null },
        link: null,
      })
      const of = { partner: all.partner.id }
      const { body: listed } = await admin.get('/api/admin/matches').query(of).expect(200)
      expect(listedMatch.strict().parse(listed[0])).toMatchObject({ entrepreneur: null })
      const { data } = await fetchCopy(all.agent, all.partner)
      expect(data.introductions).toMatchObject([{ firstName: leftEntrepreneur, lastName: null }])
      const trail = await admin.get('/api/admin/audit-events').query({ object: `match:${all.id}` })
      const objectName = `Pat ${all.partner.lastName} and ${leftEntrepreneur}`
      expect(trail.body[0]).toMatchObject({ objectName })
      const { body: desk } = await admin.get('/api/admin/match-desk').expect(200)
      const waiting = desk.suggestions.map(({ partner }: { partner: { id: number } }) => partner.id)
      expect(waiting).not.toContain(all.partner.id)
    },
  )

  it.each([
    ['accepted', 'declined'],
    ['declined', 'accepted'],
  ] as const)('goes with them when one %s and the other %s', async (partner, entrepreneur) => {
    const all = await introduceWellKnown()
    // A no ends it.
    if (partner === 'accepted') await all.partners.answer(partner)
    expect((await all.guests.answer(entrepreneur)).status).toBe(200)
    if (partner === 'declined') await all.partners.answer(partner)
    await remove['by hand'](all.entrepreneur.id)
    await admin.get(`/api/admin/matches/${all.id}`).expect(404)
  })

  it('can be ended, that undone, and the partner erased', async () => {
    const all = await succeed()
    await all.host.end()
    await remove['by hand'](all.entrepreneur.id)
    expect(await tablesWith(app, all.entrepreneur.lastName)).toEqual([])
    expect((await all.host.undo()).body).toMatchObject({ state: 'succeeded', entrepreneur: null })
    expect((await all.partners.read()).state).toBe('succeeded')
    expect((await all.host.end()).body).toMatchObject({ state: 'ended', entrepreneur: null })
    expect(await all.partners.read()).toMatchObject({ other: { firstName: leftEntrepreneur } })
    await admin.delete(`/api/admin/users/${all.partner.id}`).expect(200)
    await admin.get(`/api/admin/matches/${all.id}`).expect(404)
  })
})

it('the trail and a person’s history name an introduction by its two people', async () => {
  const { id, partner, entrepreneur } = await introduceWellKnown()
  const objectName = `Pat ${partner.lastName} and Ana ${entrepreneur.lastName}`
  const owner = { id: partner.id, name: `Pat ${partner.lastName}` }
  const about = { object: `match:${id}`, objectName, owner }
  const trail = await admin.get('/api/admin/audit-events').query({ kind: 'matches', limit: 1 })
  expect(trail.body).toMatchObject([{ action: 'match.met', ...about }])
  const { body: history } = await admin.get(`/api/admin/users/${partner.id}/history`).expect(200)
  expect(history).toContainEqual({
    at: expect.any(String),
    event: expect.objectContaining({ action: 'match.offered', ...about }),
  })
  const [added] = await admin
    .post('/api/admin/entrepreneurs')
    .send({
      firstName: 'Theo',
      lastName: 'Nakamura',
      businessName: 'Cycles',
      email: 'theo@cycles.example',
      phoneNumber: '(303) 555-0143',
      timeZone: 'America/Denver',
      summary: 'Repairs bicycles.',
      amountCents: 100_000,
      minScore: null,
      status: 'vetting',
    })
    .then(async () => (await admin.get('/api/admin/audit-events').query({ limit: 1 })).body)
  expect(added).toMatchObject({ action: 'entrepreneur.added', objectName: 'Theo Nakamura' })
})

it('a check of the portal names what does not fit together', async () => {
  const { id, partner } = await introduceWellKnown()
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  const check = async () => {
    await fsckMatches(app.db, report)
    await fsckSealed(app, report)
  }
  await check()
  expect(problems).toEqual([])
  await app.pool.query('update users set has_match = false where id = $1', [partner.id])
  await app.pool.query("update matches set sealed_token = 'v1.00000000.AAAA' where id = $1", [id])
  await check()
  expect(problems).toEqual([
    `Account ${partner.id}: whether it has a match is not what its introductions say`,
    `matches.sealed_token of id ${id}: DATA_KEY does not open it`,
  ])
})
