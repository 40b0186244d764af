import { afterAll, describe, expect, it } from 'vitest'
import { checkReplica } from '../../cli/doctor/check-database'
import { migrateDatabase } from '../migrate'
import { eventually } from '@tests/support/portal/eventually'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { measureApp, startSharedApp } from '@tests/support/portal/shared-app'
import { startReplicatedPostgres } from '@tests/support/portal/replicated-postgres'

const postgres = await startReplicatedPostgres()
// After the app's own, which were added later.
afterAll(() => postgres.stop())
const { url: portalUrl, ownerUrl: url } = postgres
await migrateDatabase({ url: portalUrl, ownerUrl: url })
const database = { url, portalUrl, drop: async () => undefined }
const app = await startSharedApp({ database, env: { DATABASE_READ_URL: postgres.replicaUrl } })
const metrics = await measureApp(app)
const admin = await logInAdmin(app)

async function listEmails(): Promise<string[]> {
  const { body }: { body: { email: string }[] } = await admin.get('/api/admin/users').expect(200)
  return body.map(({ email }) => email)
}

/** How many connections of the portal last asked the replica for this. */
async function lastAsked(words: string): Promise<number> {
  const rows = await postgres.askReplica(
    `select query from pg_stat_activity where application_name = 'credit-partner-portal'`,
  )
  return rows.filter(({ query }) => String(query).includes(words)).length
}

const untilReplicaIsRead = () =>
  eventually(async () => {
    const before = app.lists.counts.replica
    await listEmails()
    expect(app.lists.counts.replica).toBe(before + 1)
  })

const linesWith = (text: string) =>
  app
    .logs()
    .split('\n')
    .filter((line) => line.includes(text))

const lookWithDoctor = async (readDatabaseUrl: string) => {
  const [finding] = await checkReplica(app.db, { readDatabaseUrl }, app.logger)
  return `${finding?.level}: ${finding?.what}`
}

describe('a read replica that has everything', () => {
  it('answers lists', async () => {
    await untilReplicaIsRead()
    expect(await lastAsked('from users')).toBeGreaterThan(0)
  })

  it('shows each change right away to the person who made it', async () => {
    for (let count = 0; count < 10; count += 1) {
      const user = await buildUser(app)
      expect(await listEmails()).toContain(user.email)
      await admin.delete(`/api/admin/users/${user.id}`).expect(200)
      expect(await listEmails()).not.toContain(user.email)
    }
  })

  it('answers exports, whose trail is on the primary', async () => {
    const user = await buildUser(app)
    await untilReplicaIsRead()
    const { text } = await admin.get('/api/admin/exports/users').expect(200)
    expect(text).toContain(user.email)
    expect(
      (await lastAsked('fetch 1000 from walked')) + (await lastAsked('commit')),
    ).toBeGreaterThan(0)
    const { body } = await admin.get('/api/admin/audit-events').expect(200)
    const [last] = body
    expect(last).toMatchObject({ action: 'list.exported', details: { isComplete: true } })
  })

  it('is reported as in use', async () => {
    await eventually(async () => {
      const { body } = await admin.get('/readyz').expect(200)
      expect(body).toEqual({ status: 'ok', replica: 'in use' })
    })
    expect(await metrics.read()).toMatch(/^portal_lists_read_total\{from="replica"\} [1-9]/m)
    expect(await lookWithDoctor(postgres.replicaUrl)).toBe('ok: is up to date with the primary')
  })
})

describe('lists are read from the primary', () => {
  it('while the replica is behind, and each shows what was written just before', async () => {
    await untilReplicaIsRead()
    await postgres.askReplica('select pg_wal_replay_pause()')
    for (let count = 0; count < 3; count += 1) {
      const user = await buildUser(app)
      expect(await listEmails()).toContain(user.email)
    }
    await eventually(async () => {
      const { body } = await admin.get('/readyz').expect(200)
      expect(body).toEqual({ status: 'ok', replica: 'not in use' })
    })
    expect(await lookWithDoctor(postgres.replicaUrl)).toMatch(
      /^warning: lists are read from the primary: it is behind by [\d,]+ bytes$/,
    )
    await eventually(async () => {
      await listEmails()
      expect(linesWith('"reason":"it is behind"')).toHaveLength(1)
    })
    await postgres.askReplica('select pg_wal_replay_resume()')
    await untilReplicaIsRead()
    expect(linesWith('from the read replica again')).toHaveLength(1)
  })

  it('when the replica breaks one off', async () => {
    const answer = await app.lists.read(async ({ db }) => {
      if (db === app.db) return 'from the primary'
      throw Object.assign(new Error('conflict with recovery'), { code: '40001' })
    })
    expect(answer).toBe('from the primary')
    await untilReplicaIsRead()
  })

  it('but not what is wrong with a list itself', async () => {
    const wrong = new Error('no such column')
    await expect(app.lists.read(() => Promise.reject(wrong))).rejects.toBe(wrong)
  })

  it('while the replica is frozen, which is not waited for until its statements end', async () => {
    await untilReplicaIsRead()
    postgres.replica.freeze()
    try {
      const user = await buildUser(app)
      await eventually(async () => {
        expect(await listEmails()).toContain(user.email)
        expect(linesWith('"reason":"it does not answer"')).toHaveLength(1)
      })
    } finally {
      postgres.replica.thaw()
    }
    await untilReplicaIsRead()
  })

  it('while the replica is away', async () => {
    await postgres.replica.kill()
    const user = await buildUser(app)
    expect(await listEmails()).toContain(user.email)
    await admin.get('/api/admin/exports/users').expect(200)
    expect(await lookWithDoctor(postgres.replicaUrl)).toContain('ECONNREFUSED')
    await postgres.replica.startAgain()
    await untilReplicaIsRead()
  })

  it('when DATABASE_READ_URL leads to the primary itself', async () => {
    expect(await lookWithDoctor(postgres.url)).toContain('it does not follow DATABASE_URL')
  })
})
