import { describe, expect, it } from 'vitest'
import { entrepreneur as entrepreneurSchema, entrepreneurStateOf } from '@shared/entrepreneurs'
import { entrepreneurStates, entrepreneurStatuses } from '@shared/list-choices'
import { logInAdmin } from '@tests/support/portal/agents'
import { ascending, invalid, notFound } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import {
  actAsAdministrator,
  buildEntrepreneur,
  buildMatch,
  buildPartner,
} from '@tests/support/portal/introductions'
import { startSharedApp, tablesWith } from '@tests/support/portal/shared-app'
import { readUser } from '@tests/support/portal/stored-user'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { removeWithdrawn } from './manage-entrepreneurs'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const path = '/api/admin/entrepreneurs'

const ana = {
  firstName: 'Ana',
  lastName: 'Rivera',
  businessName: 'Rivera Bakery',
  email: 'ana@bakery.example',
  phoneNumber: '(303) 555-0142',
  timeZone: 'America/Denver',
  summary: 'Bakes bread for 30 cafés.',
  amountCents: 4_000_000,
  minScore: 700,
  status: 'ready',
  notes: 'Prefers zirconium.',
}

describe('entrepreneurs', () => {
  it('are added, found, changed and deleted, their notes sealed', async () => {
    const { body: added } = await admin.post(path).send(ana).expect(201)
    expect(entrepreneurSchema.strict().parse(added)).toEqual(added)
    expect(added).toMatchObject({ ...ana, match: null })
    const one = `${path}/${added.id}`
    await admin.get(one).expect(200, added)
    const { rows } = await app.pool.query('select sealed_notes from entrepreneurs where id = $1', [
      added.id,
    ])
    expect(rows[0].sealed_notes).toMatch(/^v1\./)
    expect(await tablesWith(app, 'zirconium')).toEqual([])

    // What is left out stays, the notes as well.
    const { body: changed } = await admin.patch(one).send({ minScore: null }).expect(200)
    expect(changed).toEqual({ ...added, minScore: null })
    const { body: emptied } = await admin.patch(one).send({ notes: '' }).expect(200)
    expect(emptied).toEqual({ ...changed, notes: '' })

    await admin.delete(one).expect(200, { message: 'Entrepreneur deleted' })
    await admin.get(one).expect(404, notFound)
    await admin.patch(one).send({ minScore: 700 }).expect(404, notFound)
    await admin.delete(one).expect(404, notFound)
    const events = await eventsOf(app, `entrepreneur:${added.id}`)
    expect(events.map(({ action, details }) => [action, details])).toEqual([
      ['entrepreneur.added', null],
      ['entrepreneur.changed', { fields: 'minScore' }],
      ['entrepreneur.changed', { fields: 'notes' }],
      ['entrepreneur.deleted', null],
    ])
  })

  it('are listed, searched, narrowed by status, and say who they meet', async () => {
    const { entrepreneur, partner, id } = await buildMatch(app, admin)
    const vetted = await buildEntrepreneur(app, { businessName: 'Quark Cycles', status: 'vetting' })
    const list = async (query: object) => {
      const { body, headers } = await admin.get(path).query(query).expect(200)
      expect(headers['x-total-count']).toBe(String(body.length))
      return body
    }
    expect(await list({ search: 'quark cyc' })).toMatchObject([{ id: vetted.id, match: null }])
    expect(await list({ status: 'vetting' })).toMatchObject([{ id: vetted.id }])
    expect(await list({ search: entrepreneur.email })).toMatchObject([
      {
        id: entrepreneur.id,
        match: { id, isSucceeded: false, partner: `${partner.firstName} ${partner.lastName}` },
      },
    ])
    expect(await list({ search: '7205550142', status: 'vetting' })).toHaveLength(1)
    await admin.get(path).query({ status: 'pending' }).expect(400)
  })

  it('are narrowed by the state that their badge says', async () => {
    const free = await Promise.all(
      entrepreneurStatuses.map(async (status) => [
        status,
        await buildEntrepreneur(app, { status, businessName: 'Stately Homes' }),
      ]),
    )
    const introduced = await buildEntrepreneur(app, { businessName: 'Stately Homes' })
    await buildMatch(app, admin, { entrepreneur: introduced })
    const matched = await buildEntrepreneur(app, { businessName: 'Stately Homes' })
    const { id } = await buildMatch(app, admin, { entrepreneur: matched })
    await app.pool.query(
      `update matches set state = 'succeeded', starts_at = now(), ends_at = now() + interval '1 hour',
         partner_answer = 'accepted', entrepreneur_answer = 'accepted' where id = $1`,
      [id],
    )
    // Whose introduction ended is free again, and one who withdraws after a match stays matched.
    const ended = await buildEntrepreneur(app, { businessName: 'Stately Homes' })
    const over = await buildMatch(app, admin, { entrepreneur: ended })
    await actAsAdministrator(admin, over.id).end()
    await admin.patch(`${path}/${matched.id}`).send({ status: 'withdrawn' }).expect(200)

    const all = { ...Object.fromEntries(free), introduced, matched }
    const listed = (await admin.get(path).query({ search: 'stately' }).expect(200)).body
    for (const state of entrepreneurStates) {
      const query = { search: 'stately', status: state }
      const { body } = await admin.get(path).query(query).expect(200)
      expect(body.map(entrepreneurStateOf)).toEqual(body.map(() => state))
      const wanted = state === 'ready' ? [all.ready.id, ended.id] : [all[state].id]
      expect(ascending(body.map((one: { id: number }) => one.id))).toEqual(wanted)
    }
    expect(listed).toHaveLength(6)
  })

  it.each([
    ['phoneNumber', '+44 20 7946 0958', 'Please enter a US phone number with 10 digits.'],
    ['phoneNumber', '(103) 555-0142', 'Please enter a US phone number with 10 digits.'],
    ['timeZone', 'America/Nowhere', 'Please choose a time zone.'],
    ['email', 'ana', 'Please enter a valid email address.'],
    ['summary', '', 'Please describe the business in a few sentences.'],
    ['amountCents', 0, 'Please enter an amount.'],
    ['minScore', 299, 'Please enter at least 300.'],
  ])('need a valid %s', async (field, value, message) => {
    const body = { ...ana, email: 'other@bakery.example', [field]: value }
    await admin.post(path).send(body).expect(400, invalid(field, message))
  })

  it('have an email each', async () => {
    const [first, second] = [await buildEntrepreneur(app), await buildEntrepreneur(app)]
    const message = 'There’s already an entrepreneur with this email.'
    const taken = { message, code: 'conflict', errors: { email: message } }
    const email = first.email.toUpperCase()
    await admin
      .post(path)
      .send({ ...ana, email })
      .expect(409, taken)
    await admin.patch(`${path}/${second.id}`).send({ email }).expect(409, taken)
    await admin.patch(`${path}/${first.id}`).send({ email }).expect(200)
  })
})

describe('an entrepreneur in an introduction', () => {
  it('is not deleted, and ends it by withdrawing', async () => {
    const { id, entrepreneur, partner } = await buildMatch(app, admin)
    const one = `${path}/${entrepreneur.id}`
    const inMatch = {
      message: 'This entrepreneur is in an introduction. Please end it first.',
      code: 'conflict',
    }
    await admin.delete(one).expect(409, inMatch)
    expect((await readUser(app, partner.email))?.hasMatch).toBe(true)
    await admin.patch(one).send({ status: 'withdrawn' }).expect(200)
    const { body } = await admin.get(`/api/admin/matches/${id}`).expect(200)
    expect(body).toMatchObject({ state: 'ended', endedBecause: 'withdrawn', need: null })
    expect((await readUser(app, partner.email))?.hasMatch).toBe(false)
    await admin.delete(one).expect(200)
    await admin.get(`/api/admin/matches/${id}`).expect(404, notFound)
  })

  it('who had a match leaves the partner matched when deleted', async () => {
    const { id, entrepreneur, partner } = await buildMatch(app, admin)
    await app.pool.query(
      `update matches set state = 'succeeded', partner_answer = 'accepted', entrepreneur_answer = 'accepted',
         starts_at = now() - interval '1 day', ends_at = now() - interval '23 hours' where id = $1`,
      [id],
    )
    await admin.delete(`${path}/${entrepreneur.id}`).expect(200)
    expect((await readUser(app, partner.email))?.hasMatch).toBe(true)
  })
})

it('who withdrew a year ago is removed, and nothing names them any more', async () => {
  const longAgo = new Date(Date.now() - 366 * 86_400_000)
  const withdrawn = { status: 'withdrawn', statusAt: longAgo } as const
  const old = await buildEntrepreneur(app, { ...withdrawn, lastName: 'Xylograph' })
  const recent = await buildEntrepreneur(app, { status: 'withdrawn' })
  const ready = await buildEntrepreneur(app, { statusAt: longAgo })
  await buildPartner(app)
  await removeWithdrawn(createCtx(app, portalItself))
  await admin.get(`${path}/${old.id}`).expect(404, notFound)
  expect(await tablesWith(app, 'Xylograph')).toEqual([])
  for (const { id } of [recent, ready]) await admin.get(`${path}/${id}`).expect(200)
})
