import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildFile } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp()

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string> {
  const { rows } = await app.pool.query(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const dumped: string[] = []
  for (const { schema, name } of rows) {
    const table = `"${schema}"."${name}"`
    const { rows: content } = await app.pool.query(`select t::text as row from ${table} t`)
    dumped.push(table, ...content.map(({ row }) => String(row)))
  }
  return dumped.join('\n')
}

async function dumpUploads(): Promise<string> {
  const paths = await app.storedPaths()
  const contents = await Promise.all(paths.map((path) => readFile(join(app.uploadsDir, path))))
  return [...paths, ...contents.map((bytes) => bytes.toString('latin1'))].join('\n')
}

/** Also what it looks like in the encodings in which it could have been written. */
const traces = (marker: string) => [
  marker,
  Buffer.from(marker).toString('base64').replace(/.{4}$/, ''),
  Buffer.from(marker).toString('hex'),
]

const post = (call: string, body: object) => visit(app).post(`/api/${call}`).send(body)

describe('a stolen database, uploads folder and log', () => {
  it('hold no password, note, document or token in clear after everything has been used', async () => {
    const account = await buildAdmin(app, { password: 'marker-admin-password' })
    const admin = await logIn(app, account)
    const sample = samples.pdf({ text: 'marker-in-a-document' })
    expect(sample.bytes.includes('marker-in-a-document')).toBe(true)
    const file = await buildFile(app, { sample })
    const login = {
      serviceName: 'Score Watch',
      serviceUrl: 'https://score-watch.example',
      username: 'ada',
      password: 'marker-monitoring-password',
      notes: 'marker-monitoring-notes',
    }
    const { body: shared } = await post('credit-credentials', login).expect(201)
    const { uploadKey } = shared
    const registration = buildRegistration({ uploadKey, password: 'marker-partner-password' })
    const { email } = registration
    await post('register', registration).expect(201)
    await post('login', { email, password: 'marker-wrong-password' }).expect(401)
    const refused = { serviceName: '', password: 'marker-refused-password' }
    await post('credit-credentials', refused).expect(400)
    const other = { email: 'marker-email@example.com', uploadKey: file.uploadKey }
    await post('register', { ...registration, ...other, lastName: 'x\0' }).expect(400)
    const cookie = await sessionCookie(app, registration)
    const { body } = await admin
      .post('/api/admin/generate-file-token')
      .send({ uploadKey: file.uploadKey })
      .expect(200)
    await admin.get(`/uploads/${file.uploadKey}/${file.fileName}?token=${body.token}`).expect(200)
    await admin.get('/api/admin/credentials?search=marker-search').expect(200)
    const { body: listed } = await admin.get('/api/admin/credentials').expect(200)
    expect(listed).toMatchObject([{ password: 'marker-monitoring-password' }])
    const path = `/api/admin/credentials/${listed[0].id}/status`
    await admin.patch(path).send({ status: 'approved' }).expect(200)

    const database = await dumpDatabase()
    const uploads = await dumpUploads()
    const logs = app.logs()
    expect(database).toContain(email)
    expect(database).toContain('credential.status-changed')
    expect(uploads).toContain(`.backups/${file.storageKey}`)
    expect(logs).toContain('/api/credit-credentials')
    const passwords = ['admin', 'monitoring', 'partner', 'wrong', 'refused']
    const secrets = [
      ...passwords.map((of) => `marker-${of}-password`),
      'marker-in-a-document',
      'marker-monitoring-notes',
      'marker-email@example.com',
      'marker-search',
      body.token,
      cookie,
    ]
    for (const trace of secrets.flatMap(traces)) {
      expect(database.includes(trace), `${trace} in the database`).toBe(false)
      expect(uploads.includes(trace), `${trace} in the uploads`).toBe(false)
      expect(logs.includes(trace), `${trace} in the log`).toBe(false)
    }
    for (const secret of [email, file.uploadKey, uploadKey, 'Applicant'])
      expect(logs).not.toContain(secret)
  })
})
