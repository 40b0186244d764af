import { afterEach, describe, expect, it } from 'vitest'
import type { Runner } from 'graphile-worker'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { releaseAbandonedJobs, startJobs } from './jobs'

let jobs: Runner | null = null

const mailbox = await startSharedMailbox()
const app = await startSharedApp({ env: { SMTP_URL: mailbox.url } })
afterEach(async () => {
  await jobs?.stop()
  jobs = null
})

const askForLink = (email: string) =>
  visit(app).post('/api/password-reset').send({ email }).expect(200)

/** The state that a process killed this many minutes ago leaves its jobs in. */
const lock = (task: string, minutes: number) =>
  app.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, attempts = 1,
       locked_at = now() - make_interval(mins => $2)
     where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
    [task, minutes],
  )
const lockedTasks = async (): Promise<string[]> => {
  const { rows } = await app.pool.query(
    'select task_identifier as task from graphile_worker.jobs where locked_by is not null order by 1',
  )
  return rows.map(({ task }) => task)
}

describe('a job whose process was killed', () => {
  it('runs after minutes, so that a person who waits for a link gets it', async () => {
    const { email } = await buildUser(app)
    await askForLink(email)
    await lock('request-password-reset', 5)
    await releaseAbandonedJobs(app.db)
    jobs = await startJobs(app)
    const mail = await mailbox.waitForMail(({ to }) => to.includes(email))
    expect(mail.subject).toBe('Reset your password')
  })

  it('is told from one that has just begun, and from a clean-up that takes long', async () => {
    await askForLink('nobody@partner.example')
    await app.pool.query("select graphile_worker.add_job('sweep-storage')")
    await lock('request-password-reset', 3)
    await lock('sweep-storage', 60)
    await releaseAbandonedJobs(app.db)
    expect(await lockedTasks()).toEqual(['request-password-reset', 'sweep-storage'])
    await app.pool.query('delete from graphile_worker._private_jobs')
  })
})

describe('a job that fails', () => {
  it('is logged with its cause, and without what it was about', async () => {
    const { email } = await buildUser(app)
    await app.asOwner(
      'alter table password_resets add constraint refuse_all check (false) not valid',
    )
    await askForLink(email)
    jobs = await startJobs(app)
    await expect.poll(() => app.logs()).toContain('refuse_all')
    await app.asOwner('alter table password_resets drop constraint refuse_all')
    const line = app.logs().match(/.*refuse_all.*/)?.[0] ?? ''
    expect(JSON.parse(line)).toMatchObject({ job: 'request-password-reset', attempt: 1 })
    expect(app.logs()).not.toMatch(/params|insert into/)
    expect(app.logs()).not.toContain(email)
  })
})
