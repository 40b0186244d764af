import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { reuploadFile } from '@tests/support/portal/documents'
import { ctxOf } from '@tests/support/portal/ctx'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { meetInOrder } from '@tests/support/portal/meet-at-lock'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { withJobs } from '@tests/support/portal/with-jobs'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'
import { lockContent } from '../files/queries'
import { queueMail } from '../mail/queue-mail'
import { closeDueAccounts } from './erase-account'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)

/** Someone with rows everywhere, under a name that no one else has. */
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

/**
 * The tables in which a text occurs anywhere, the queue's included. Counts of wrong passwords hold the email
 * typed, for a quarter of an hour.
 */
async function tablesNaming(text: string): Promise<string[]> {
  const { rows: built } = await app.pool.query<{ search: string }>(`
    select string_agg(format('select %L as name where exists
      (select from %I.%I as one where one::text ilike $1)', table_name, table_schema, table_name),
      ' union all ') as search
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> 'rate_limits'`)
  const { rows } = await app.pool.query<{ name: string }>(built[0]?.search ?? '', [`%${text}%`])
  return rows.map(({ name }) => name)
}

const pathsOf = async (file: { uploadKey: string }) =>
  (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))

const bystander = await buildWellKnown()

const expectWhole = async ({ name, file }: typeof bystander) => {
  expect((await tablesNaming(name)).length).toBeGreaterThan(3)
  expect(await pathsOf(file)).toHaveLength(4)
}

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
      await closeDueAccounts(ctxOf(app))
    },
    'account.closed',
  ],
])('%s', (_name, remove, action) => {
  it('leaves no row that names the person, no session, no byte of their documents', async () => {
    const person = await buildWellKnown()
    const { user, agent, name, file } = person
    await expectWhole(person)
    await withJobs(app, async () => {
      // The news for the support mailbox, about a message of theirs.
      await eventually(async () => {
        const { rows } = await app.pool.query("select 1 from mails where kind = 'digest'")
        expect(rows.length).toBeGreaterThan(0)
      })
      await remove(user)
      await eventually(async () => expect(await pathsOf(file)).toEqual([]))
    })
    expect(await tablesNaming(name)).toEqual([])
    await agent.get('/api/user').expect(401)
    const { rows } = await app.pool.query(
      'select action, details from audit_events where object = $1 order by id desc limit 1',
      [`user:${user.id}`],
    )
    expect(rows).toEqual([{ action, details: null }])
    await expectWhole(bystander)
  })

  it('leaves the news about others, when a name is nothing but quotes', async () => {
    const user = await buildUser(app, { firstName: "'", lastName: '’' })
    const subject = 'Ada Park applied'
    const news = { kind: 'digest', recipient: 'support@x.example', subject, text: 'News' } as const
    const id = await app.db.transaction((tx) => queueMail({ ...app, db: tx }, news))
    await remove(user)
    const { rows } = await app.pool.query('select subject from mails where id = $1', [id])
    expect(rows).toEqual([{ subject }])
  })

  it('leaves what strangers sent', async () => {
    const { email, id } = await buildUser(app)
    const message = { email, name: 'Someone', subject: 'Me', message: 'Hi', website: '' }
    // Without a session, an address proves nothing.
    await visit(app).post('/api/messages').send(message).expect(201)
    await remove({ id })
    const { rows } = await app.pool.query('select name from messages where email = $1', [email])
    expect(rows).toEqual([{ name: 'Someone' }])
  })
})

const lockOf = ({ id }: { id: number }) => ({
  statement: 'select 1 from users where id = $1 for no key update',
  id,
})

describe('a removal', () => {
  it('leaves nothing during a restore and a re-upload, no matter who is first', async () => {
    const orders = [
      [
        ['removal', 200],
        ['re-upload', 401],
        ['restore', 404],
      ],
      [
        ['re-upload', 200],
        ['removal', 200],
        ['restore', 404],
      ],
      [
        ['restore', 200],
        ['re-upload', 200],
        ['removal', 200],
      ],
    ] as const
    await withJobs(app, async () => {
      for (const order of orders) {
        const user = await buildUser(app)
        const owner = await logIn(app, user)
        // No text to read: a reading would be a process of its own.
        const file = await buildFile(app, { owner: user, sample: samples.jpeg({ text: 'first' }) })
        await reuploadFile(owner, file.id, samples.png()).expect(200)
        const calls = {
          removal: () => admin.delete(`/api/admin/users/${user.id}`),
          're-upload': () => reuploadFile(owner, file.id, samples.jpeg()),
          restore: () => admin.post(`/api/admin/files/${file.id}/restore`),
        }
        const sends = order.map(([name]) => calls[name])
        const answers = await meetInOrder(app, lockOf(user), sends)
        expect(answers.map(({ status }) => status)).toEqual(order.map(([, status]) => status))
        await eventually(async () => expect(await pathsOf(file)).toEqual([]))
        expect(await app.db.$count(files, eq(files.id, file.id))).toBe(0)
      }
    })
  })

  it('takes the bytes as well that a sealing has put in place of others by then', async () => {
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

  it.each([
    ['after', [200, 200]],
    ['before', [200, 401]],
  ])('%s an upload is linked leaves none to a person who is gone', async (when, statuses) => {
    const user = await buildUser(app)
    const owner = await logIn(app, user)
    const file = await buildFile(app)
    const link = () => owner.post(`/api/link-file/${file.uploadKey}`)
    const remove = () => admin.delete(`/api/admin/users/${user.id}`)
    const isLinked = when === 'after'
    const calls = isLinked ? [link, remove] : [remove, link]
    const answers = await meetInOrder(app, lockOf(user), calls)
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    const { rows } = await app.pool.query('select claimed_at from files where id = $1', [file.id])
    expect(rows).toEqual(isLinked ? [] : [{ claimed_at: null }])
  })
})
