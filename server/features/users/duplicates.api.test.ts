import { describe, expect, it } from 'vitest'
import { duplicate, type Duplicate } from '@shared/duplicates'
import { userMarks } from '@shared/users'
import { ascending } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp()
const admin = await logInAdmin(app)

async function find(userId: number): Promise<Duplicate[]> {
  const { body } = await admin.get(`/api/admin/users/${userId}/duplicates`).expect(200)
  return duplicate.array().parse(body)
}
const signsOf = async (userId: number) =>
  (await find(userId)).map(({ id, signs }) => [id, signs.toSorted()])

/** Two accounts, linked both ways by these signs and no others. */
async function expectLinked(one: { id: number }, other: { id: number }, signs: string[]) {
  expect(await signsOf(one.id)).toEqual(signs.length > 0 ? [[other.id, signs]] : [])
  expect(await signsOf(other.id)).toEqual(signs.length > 0 ? [[one.id, signs]] : [])
}

describe('two accounts may be one person’s', () => {
  it.each([
    ['(720) 555-0142', '+1 720.555.0142', ['phone']],
    ['7205550143', '720 555 0143', ['phone']],
    ['7205550144', '7205550145', []],
    ['12345', '1 23 45', []],
  ])('by the phones %s and %s', async (phone, otherPhone, signs) => {
    const one = await buildUser(app, { phoneNumber: phone })
    await expectLinked(one, await buildUser(app, { phoneNumber: otherPhone }), signs)
  })

  it.each([
    ['ada@one.example', 'ada+second@one.example', ['email']],
    ['Bea+a@two.example', 'BEA+b@TWO.example', ['email']],
    ['c.e.a@gmail.com', 'cea+x@googlemail.com', ['email']],
    ['d.e.a@three.example', 'dea@three.example', []],
    ['eve@four.example', 'eve@five.example', []],
  ])('by the addresses %s and %s', async (email, otherEmail, signs) => {
    const one = await buildUser(app, { email })
    await expectLinked(one, await buildUser(app, { email: otherEmail }), signs)
  })

  it('by the same document, also one that was replaced since', async () => {
    const sample = samples.pdf({ text: 'one and the same' })
    const one = await buildUser(app)
    const other = await buildUser(app)
    await buildFile(app, { owner: one, sample })
    await buildFile(app, { owner: other, sample, sha256: 'what it shows now' })
    await buildFile(app, { owner: await buildUser(app) })
    await expectLinked(one, other, ['document'])
  })

  it.each([
    ['198.51.100.7', '198.51.100.250', 3, ['name']],
    ['198.51.100.7', '198.51.101.7', 3, []],
    ['198.51.100.7', '198.51.100.7', 25, []],
    ['2001:db8:1:2::1', '2001:db8:1:ff::9', 3, ['name']],
    ['2001:db8:1:2::1', '2001:db8:2:2::1', 3, []],
    ['198.51.100.7', '::ffff:198.51.100.250', 3, ['name']],
    ['::ffff:198.51.100.7', '::ffff:c633:6507', 3, []],
    ['2001:db8:1:2::1', null, 3, []],
  ])('by one name from %s and %s within a day', async (from, otherFrom, hours, signs) => {
    const name = { firstName: 'Kim', lastName: `Lee ${crypto.randomUUID()}` }
    const one = await buildUser(app, { ...name, termsAcceptedFrom: from })
    const other = await buildUser(app, {
      firstName: 'KIM',
      lastName: name.lastName.toUpperCase(),
      termsAcceptedFrom: otherFrom,
      createdAt: new Date(one.createdAt.getTime() - hours * 3_600_000),
    })
    await expectLinked(one, other, signs)
  })

  it('by several signs together, most of them first, and never the administrator’s', async () => {
    const phoneNumber = '(720) 555-0199'
    const one = await buildUser(app, { phoneNumber, email: 'zoe@six.example' })
    const both = await buildUser(app, { phoneNumber, email: 'zoe+2@six.example' })
    const third = await buildUser(app, { phoneNumber })
    await app.pool.query('update users set phone_number = $1 where is_admin = 1', [phoneNumber])
    expect(await signsOf(one.id)).toEqual([
      [both.id, ['email', 'phone']],
      [third.id, ['phone']],
    ])
  })
})

const dismiss = (id: number, body: object) =>
  admin.post(`/api/admin/users/${id}/duplicates/dismiss`).send(body)

async function buildTwins() {
  const phoneNumber = `(719) 555-${String(Math.floor(Math.random() * 9000) + 1000)}`
  return [await buildUser(app, { phoneNumber }), await buildUser(app, { phoneNumber })] as const
}

describe('that two accounts are two people', () => {
  it('is kept with the reason, for both, and recorded for both', async () => {
    const [one, other] = await buildTwins()
    const { body } = await dismiss(other.id, { otherId: one.id, reason: ' Twins ' }).expect(200)
    const dismissed = { reason: 'Twins', by: 'Portal Administrator', at: expect.any(String) }
    expect(body).toMatchObject([{ id: one.id, dismissed }])
    expect(await find(one.id)).toMatchObject([{ id: other.id, dismissed }])
    await dismiss(one.id, { otherId: other.id, reason: 'Another reason' }).expect(200)
    expect(await find(one.id)).toMatchObject([{ dismissed: { reason: 'Twins' } }])
    const { rows } = await app.pool.query(
      `select object, details from audit_events where action = 'user.duplicate-dismissed' order by id`,
    )
    expect(rows).toEqual([
      { object: `user:${one.id}`, details: { other: `user:${other.id}` } },
      { object: `user:${other.id}`, details: { other: `user:${one.id}` } },
    ])
  })

  it('needs a reason and two people', async () => {
    const [one, other] = await buildTwins()
    await dismiss(one.id, { otherId: other.id }).expect(400)
    await dismiss(one.id, { otherId: one.id, reason: 'Me' }).expect(400)
    await dismiss(one.id, { otherId: 2_147_483_647, reason: 'No one' }).expect(404)
    expect(await find(one.id)).toMatchObject([{ dismissed: null }])
  })
})

async function markedOf(...people: { id: number }[]) {
  const ids = people.map(({ id }) => id).join()
  const { body } = await admin.get('/api/admin/users/duplicate-marks').query({ ids }).expect(200)
  return ascending(userMarks.parse(body).marked)
}

it('is marked in the list too, until all who look alike are dismissed', async () => {
  const [one, other] = await buildTwins()
  const third = await buildUser(app, { phoneNumber: one.phoneNumber })
  const alone = await buildUser(app)
  expect(await markedOf(one, other, third, alone)).toEqual([one.id, other.id, third.id])
  await dismiss(one.id, { otherId: other.id, reason: 'Twins' }).expect(200)
  expect(await markedOf(one, other, third, alone)).toEqual([one.id, other.id, third.id])
  await dismiss(third.id, { otherId: one.id, reason: 'Their mother' }).expect(200)
  expect(await markedOf(one, other, third, alone)).toEqual([other.id, third.id])
})

it.each(['', 'x', '1,,2', '1;2', Array.from({ length: 101 }, () => '1').join()])(
  'is not looked for with ids %j',
  async (ids) => {
    await admin.get('/api/admin/users/duplicate-marks').query({ ids }).expect(400)
  },
)
