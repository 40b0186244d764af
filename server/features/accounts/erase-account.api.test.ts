import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contentsRemoved } from '@tests/support/portal/contents-removed'
import { reuploadFile } from '@tests/support/portal/documents'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'
import { startJobs } from '../../jobs'
import { lockContent } from '../files/queries'
import { closeDueAccounts } from './close-due-accounts'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)

/** Someone of whom there is something everywhere, under a name that no one else has. */
async function buildWellKnown() {
  const name = `Wellknown${randomUUID().slice(0, 8)}`
  const user = await buildUser(app, { lastName: name, email: `${name}@partner.example` })
  const agent = await logIn(app, user)
  const file = await buildFile(app, {
    owner: user,
    sample: { ...samples.pdf(), name: `${name}.pdf` },
  })
  await reuploadFile(agent, file.id, { ...samples.png(), name: `${name}.png` }).expect(200)
  await buildFile(app, { owner: user })
  await buildCredential(app, { owner: user, username: name })
  await buildResetLink(app, user)
  await turnOnSecondFactor(agent, user.password)
  const message = { email: user.email, name, subject: name, message: name, website: '' }
  await agent.post('/api/messages').send(message).expect(201)
  const { rows } = await app.pool.query('select id from messages where name = $1', [name])
  await admin.post(`/api/admin/messages/${rows[0].id}/reply`).send({ body: name }).expect(201)
  await admin
    .post('/api/admin/emails')
    .send({ to: user.email, subject: `Dear ${name}`, body: 'Hello' })
    .expect(201)
  await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)
  // Opened, and downloaded by its owner.
  await agent.get(`/uploads/${file.uploadKey}/${name}.png`).expect(200)
  return { user, agent, name, file }
}

/** Counts of wrong passwords hold the email typed, for a quarter of an hour. */
const forgetsByItself = ['rate_limits']

/** The tables in which a text occurs anywhere, the queue's included. */
async function tablesNaming(text: string): Promise<string[]> {
  const { rows: tables } = await app.pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const naming: string[] = []
  for (const { name } of tables) {
    if (forgetsByItself.some((table) => name.endsWith(table))) continue
    const { rows } = await app.pool.query(
      `select 1 from ${name} as one where one::text ilike $1 limit 1`,
      [`%${text}%`],
    )
    if (rows.length > 0) naming.push(name)
  }
  return naming
}

const pathsOf = async (file: { uploadKey: string }) =>
  (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))

describe.each([
  [
    'the administrator’s delete',
    async ({ id }: { id: number }) => {
      await admin.delete(`/api/admin/users/${id}`).expect(200, { message: 'User deleted' })
    },
    'user.deleted',
  ],
  [
    'the end of a closing account',
    async ({ id }: { id: number }) => {
      await app.pool.query('update users set closes_at = now() where id = $1', [id])
      await closeDueAccounts(app)
    },
    'account.closed',
  ],
])('%s', (_name, remove, action) => {
  it('leaves no row that names the person, no session and no byte of their documents', async () => {
    const { user, agent, name, file } = await buildWellKnown()
    expect((await tablesNaming(name)).length).toBeGreaterThan(3)
    expect(await pathsOf(file)).toHaveLength(4)

    const jobs = await startJobs(app)
    // The news for the support mailbox, about a message of theirs.
    await eventually(async () => {
      const { rows } = await app.pool.query("select 1 from mails where kind = 'digest'")
      expect(rows.length).toBeGreaterThan(0)
    })
    await remove(user)
    await eventually(async () => expect(await pathsOf(file)).toEqual([]))
    await jobs.stop()
    expect(await tablesNaming(name)).toEqual([])
    await agent.get('/api/user').expect(401)
    const { rows } = await app.pool.query(
      'select action, details from audit_events where object = $1 order by id desc limit 1',
      [`user:${user.id}`],
    )
    expect(rows).toEqual([{ action, details: null }])
  })

  it('leaves everyone else’s things alone, and what strangers sent', async () => {
    const [{ user, name }, other] = [await buildWellKnown(), await buildWellKnown()]
    const message = {
      email: user.email,
      name: 'Someone',
      subject: 'Me',
      message: 'Hi',
      website: '',
    }
    // Without a session, an address proves nothing.
    await visit(app).post('/api/messages').send(message).expect(201)
    await remove(user)
    expect((await tablesNaming(other.name)).length).toBeGreaterThan(3)
    expect(await pathsOf(other.file)).toHaveLength(4)
    const { rows } = await app.pool.query('select name from messages where email = $1', [
      user.email,
    ])
    expect(rows).toEqual([{ name: 'Someone' }])
    expect(name).not.toBe(other.name)
  })
})

describe('a removal beside running restores and re-uploads', () => {
  it('leaves nothing in the end, whoever was first', async () => {
    const jobs = await startJobs(app)
    for (let round = 0; round < 15; round += 1) {
      const user = await buildUser(app)
      const owner = await logIn(app, user)
      const file = await buildFile(app, { owner: user })
      await reuploadFile(owner, file.id, samples.png()).expect(200)
      const removed = contentsRemoved(jobs)
      const [restored, replaced, deleted] = await Promise.all([
        admin.post(`/api/admin/files/${file.id}/restore`),
        reuploadFile(owner, file.id, samples.jpeg()),
        admin.delete(`/api/admin/users/${user.id}`),
      ])
      expect([200, 404, 409]).toContain(restored.status)
      expect([200, 401, 404]).toContain(replaced.status)
      expect(deleted.status).toBe(200)
      await removed
      await eventually(async () => expect(await pathsOf(file)).toEqual([]))
      const { rows } = await app.pool.query('select 1 from files where id = $1', [file.id])
      expect(rows).toEqual([])
    }
    await jobs.stop()
  })

  it('takes the bytes as well that a sealing has put in the place of others by then', async () => {
    const user = await buildUser(app)
    const file = await buildFile(app, { owner: user })
    const storageKey = `${file.uploadKey}/sealed.pdf`
    await sendBeside(
      app,
      async (tx) => {
        await lockContent(tx, file.id)
        await tx.update(fileVersions).set({ storageKey }).where(eq(fileVersions.fileId, file.id))
        await tx.update(files).set({ storageKey }).where(eq(files.id, file.id))
      },
      () => admin.delete(`/api/admin/users/${user.id}`).expect(200),
    )
    const { rows } = await app.pool.query(
      'select from graphile_worker._private_jobs where payload::text like $1',
      [`%${storageKey}%`],
    )
    expect(rows).toHaveLength(1)
  })

  it('leaves no upload to a person who is gone', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await buildUser(app)
      const owner = await logIn(app, user)
      const file = await buildFile(app)
      const [linked, deleted] = await Promise.all([
        owner.post(`/api/link-file/${file.uploadKey}`),
        admin.delete(`/api/admin/users/${user.id}`),
      ])
      expect([200, 401]).toContain(linked.status)
      expect(deleted.status).toBe(200)
      const { rows } = await app.pool.query('select claimed_at from files where id = $1', [file.id])
      expect(rows).toEqual(linked.status === 200 ? [] : [{ claimed_at: null }])
    }
  })
})
