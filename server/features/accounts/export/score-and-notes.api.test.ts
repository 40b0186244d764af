import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { sections } from './sections'

const app = await startSharedApp()

it('a person’s copy holds the notes on them and their score', async () => {
  const admin = await logInAdmin(app)
  const user = await buildUser(app)
  const path = `/api/admin/users/${user.id}`
  await admin.post(`${path}/notes`).send({ text: 'Called, no answer.' }).expect(201)
  await admin.post(`${path}/score`).send({ score: 742, model: 'FICO Score 8' }).expect(200)
  const read = (name: string) =>
    app.db.transaction(async (tx) =>
      sections
        .find((section) => section.name === name)
        ?.read(tx, { userId: user.id, sealer: app.sealer }),
    )
  expect(await read('notes')).toEqual([
    { written: expect.any(Date), edited: null, text: 'Called, no answer.' },
  ])
  expect(await read('creditScore')).toEqual([
    expect.objectContaining({ score: 742, model: 'FICO Score 8', document: null }),
  ])
})
