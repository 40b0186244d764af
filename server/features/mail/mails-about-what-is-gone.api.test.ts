import { expect, it } from 'vitest'
import { reuploadFile } from '@tests/support/portal/documents'
import { logIn, logInAdmin, type Agent } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)

const login = {
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example',
  username: 'rosa',
  password: 'another secret',
}

/** Someone of whom a document and a login were rejected a moment ago. */
async function buildRejected() {
  const owner = await buildUser(app)
  const agent = await logIn(app, owner)
  const file = await buildFile(app, { owner })
  await reuploadFile(agent, file.id, samples.png()).expect(200)
  const credential = await buildCredential(app, { owner })
  for (const path of [`files/${file.id}`, `credentials/${credential.id}`]) {
    await admin.patch(`/api/admin/${path}/status`).send({ status: 'rejected' }).expect(200)
  }
  const states = async () => (await mailsTo(app, owner.email)).map(({ status }) => status)
  expect(await states()).toEqual(['queued', 'queued'])
  return { agent, states, fileId: file.id, loginId: credential.id }
}

interface Ids {
  fileId: number
  loginId: number
}

it.each<[string, (agent: Agent, ids: Ids) => Promise<unknown>]>([
  [
    'another document in its place',
    (agent, { fileId }) => reuploadFile(agent, fileId, samples.jpeg()).expect(200),
  ],
  [
    'an earlier one restored',
    (_agent, { fileId }) => admin.post(`/api/admin/files/${fileId}/restore`).expect(200),
  ],
  [
    'the document deleted',
    (_agent, { fileId }) => admin.delete(`/api/admin/files/${fileId}`).expect(200),
  ],
])('a rejection’s mail is not sent with %s', async (_name, act) => {
  const { agent, states, ...ids } = await buildRejected()
  await act(agent, ids)
  expect(await states()).toEqual(['cancelled', 'queued'])
})

it.each<[string, (agent: Agent, ids: Ids) => Promise<unknown>]>([
  [
    'corrected',
    (agent, { loginId }) =>
      agent.patch(`/api/credit-credentials/${loginId}`).send(login).expect(200),
  ],
  [
    'withdrawn',
    (agent, { loginId }) => agent.delete(`/api/credit-credentials/${loginId}`).expect(200),
  ],
  [
    'deleted',
    (_agent, { loginId }) => admin.delete(`/api/admin/credentials/${loginId}`).expect(200),
  ],
])('a rejection’s mail is not sent with the login %s', async (_name, act) => {
  const { agent, states, ...ids } = await buildRejected()
  await act(agent, ids)
  expect(await states()).toEqual(['queued', 'cancelled'])
})
