import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildCredential, buildUser } from '@tests/support/portal/factories'

const app = await startSharedApp()
const admin = await logInAdmin(app)

const path = '/api/credit-credentials'

it('shows someone the logins that they shared, newest first, with nothing that opens them', async () => {
  const owner = await buildUser(app)
  const shared = { owner, username: 'rosa', serviceUrl: 'https://score.example' }
  const first = await buildCredential(app, {
    ...shared,
    serviceName: 'Score Watch',
    notes: 'Blue.',
  })
  const second = await buildCredential(app, { ...shared, serviceName: 'Credit Karma' })
  await buildCredential(app, { owner: await buildUser(app) })
  await buildCredential(app)
  const { body } = await (await logIn(app, owner)).get(path).expect(200)
  const shown = {
    username: 'rosa',
    serviceUrl: 'https://score.example',
    status: 'pending',
    statusReason: null,
    sharedAt: expect.stringMatching(/Z$/),
    lastOpenedAt: null,
    deletedOn: null,
    createdAt: expect.stringMatching(/Z$/),
  }
  expect(body).toEqual([
    { ...shown, id: second.id, serviceName: 'Credit Karma' },
    { ...shown, id: first.id, serviceName: 'Score Watch' },
  ])
  await admin.get(path).expect(200, [])
})

it('tells why a login was rejected, and no other note of the administrator’s', async () => {
  const owner = await buildUser(app)
  const { id } = await buildCredential(app, { owner })
  const agent = await logIn(app, owner)
  const decide = async (status: string, reason: string) => {
    await admin.patch(`/api/admin/credentials/${id}/status`).send({ status, reason }).expect(200)
    return (await agent.get(path).expect(200)).body
  }
  expect(await decide('rejected', 'The password was refused.')).toMatchObject([
    { status: 'rejected', statusReason: 'The password was refused.' },
  ])
  expect(await decide('approved', 'Seen with Jo.')).toMatchObject([
    { status: 'approved', statusReason: null },
  ])
})
