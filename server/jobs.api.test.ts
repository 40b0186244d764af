import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Runner } from 'graphile-worker'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { startJobs } from './jobs'

let jobs: Runner | null = null

const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
afterEach(async () => {
  await jobs?.stop()
  jobs = null
})

const askForLink = (email: string) =>
  visit(app).post('/api/password-reset').send({ email }).expect(200)

it('wait for a database that went away while they were started', async () => {
  const { email } = await buildUser(app)
  await askForLink(email)
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const connect = vi.spyOn(app.pool, 'connect')
  connect.mockImplementationOnce(() => {
    throw away
  })
  jobs = await startJobs(app, app.pool)
  expect(app.logs()).toContain('the job runner waits for Postgres')
  await expect.poll(async () => (await mailsTo(app, email)).length).toBe(1)
  connect.mockRestore()
})

describe('a job that fails', () => {
  it('is logged with its cause, and without what it was about', async () => {
    const { email } = await buildUser(app)
    await app.asOwner(
      'alter table password_resets add constraint refuse_all check (false) not valid',
    )
    await askForLink(email)
    jobs = await startJobs(app, app.pool)
    await expect.poll(() => app.logs()).toContain('refuse_all')
    await app.asOwner('alter table password_resets drop constraint refuse_all')
    const line = app.logs().match(/.*refuse_all.*/)?.[0] ?? ''
    expect(JSON.parse(line)).toMatchObject({ job: 'request-password-reset', attempt: 1 })
    expect(app.logs()).not.toMatch(/params|insert into/)
    expect(app.logs()).not.toContain(email)
  })
})
