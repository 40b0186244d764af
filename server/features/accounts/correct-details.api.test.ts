import { describe, expect, it } from 'vitest'
import { invalid } from '@tests/support/portal/answers'
import { logIn, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const details = { firstName: 'Zoë', lastName: 'Núñez-Ågren', phoneNumber: '(970) 555-0177' }
const correct = (agent: Agent, user: BuiltUser, more: object = {}) =>
  agent.patch('/api/user').send({ ...details, currentPassword: user.password, ...more })

const idsOf = async (path: string) =>
  (await admin.get(path).expect(200)).body.map(({ id }: { id: number }) => id)

const correctionsOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query(
      "select actor_id, details from audit_events where object = $1 and action like '%corrected'",
      [`user:${id}`],
    )
  ).rows

describe('correcting one’s own details', () => {
  it('takes the password, shows everywhere, and is found by the administrator', async () => {
    const user = await buildUser(app, { lastName: 'Mistyped' })
    const file = await buildFile(app, { owner: user })
    const agent = await logIn(app, user)
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    await correct(agent, user, { currentPassword: 'not this one' }).expect(400, wrong)
    const { body } = await correct(agent, user).expect(200)
    expect(body).toMatchObject({ id: user.id, email: user.email, ...details })
    expect((await agent.get('/api/user').expect(200)).body).toMatchObject(details)
    for (const search of ['núñez', '9705550177']) {
      const query = `search=${encodeURIComponent(search)}`
      expect(await idsOf(`/api/admin/users?${query}`)).toEqual([user.id])
      // The columns of a document's owner follow by their trigger.
      expect(await idsOf(`/api/admin/files?${query}`)).toEqual([file.id])
    }
    expect(await idsOf('/api/admin/files?search=mistyped')).toEqual([])
  })

  it('leaves in the trail which of them changed, and neither the old nor the new', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const { firstName, lastName } = user
    await correct(agent, user, { firstName, lastName }).expect(200)
    await correct(agent, user, { firstName, lastName }).expect(200)
    expect(await correctionsOf(user)).toEqual([
      { actor_id: user.id, details: { fields: 'phoneNumber' } },
    ])
  })

  it('takes a code as well where two-step login is on', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const { codes } = await turnOnSecondFactor(agent, user.password)
    await correct(agent, user).expect(
      400,
      invalid('code', 'Enter the code from your authenticator app.'),
    )
    await correct(agent, user, { code: codes[0] }).expect(200)
  })

  it.each([
    ['firstName', '', 'First name is required.'],
    ['lastName', ' ', 'Last name is required.'],
    ['phoneNumber', '555', 'Please enter a valid phone number.'],
  ])('refuses %s %j', async (field, value, message) => {
    const user = await buildUser(app)
    await correct(await logIn(app, user), user, { [field]: value }).expect(
      400,
      invalid(field, message),
    )
  })

  it('changes nothing else, whatever is sent', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const more = { isAdmin: 1, status: 'approved', email: account.email, id: account.id }
    await correct(agent, user, more).expect(200)
    const { body } = await agent.get('/api/user').expect(200)
    expect(body).toMatchObject({ id: user.id, isAdmin: 0, status: 'pending', email: user.email })
  })
})
