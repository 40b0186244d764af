import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { overview as overviewSchema } from '@shared/overview'
import { systemState } from '@shared/system'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { startClamd } from '@tests/support/portal/clamd'
import { createJobCtx } from '@tests/support/portal/with-jobs'
import { startAppBeside } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { visit } from '@tests/support/portal/agents'
import { noteOutage } from '../../db/outages'
import { readQueues } from '../../db/read-queues'
import { portalItself, recordEvent } from '../audit/record-event'
import { noteAttempt, resumeMails } from '../mail/note-attempt'
import { sendQueuedMail } from '../mail/send-queued-mail'
import { examineItself } from '../../doctor/examine'
import { removeOld } from '../../remove-old'
import { watchStorage } from './look-around'

const { mailbox, app, admin } = await startMailingApp()
const { pool } = app

beforeEach(async () => {
  await pool.query('delete from portal')
  await pool.query(
    "insert into portal (place, data_keys, peppers, settled_at) values ('here', '{}', '{}', now())",
  )
})

const getSystem = async () =>
  systemState.parse((await admin.get('/api/admin/system').expect(200)).body)
const getTrouble = async () =>
  overviewSchema.parse((await admin.get('/api/admin/overview').expect(200)).body).trouble

async function compose(): Promise<number> {
  const draft = { to: 'ada@partner.example', subject: 'Hello', body: 'Some words.' }
  const { body } = await admin.post('/api/admin/emails').send(draft).expect(201)
  return body.id
}
async function attempt(id: number): Promise<void> {
  await pool.query('update mails set next_attempt_at = now() where id = $1 and attempts > 0', [id])
  await sendQueuedMail(app, id)
}
const sendTest = () => admin.post('/api/admin/settings/email/send-test').send({ to: 'a@b.example' })
/** As if all that is noted had happened so long before. */
const pass = (seconds: number) =>
  pool.query(
    `update portal set outages = coalesce((select jsonb_object_agg(key, value::text::timestamptz - make_interval(secs => $1))
      from jsonb_each_text(outages)), '{}')`,
    [seconds],
  )
const outages = async () =>
  Object.keys((await pool.query('select outages from portal')).rows[0].outages)

const waitForHours = (id: number) =>
  pool.query(
    "update mails set attempts = 9, next_attempt_at = now() + interval '2 hours' where id = $1",
    [id],
  )
const readRow = async (id: number) =>
  (
    await pool.query(
      `select attempts, next_attempt_at > now() + interval '100 seconds' as "isLater" from mails where id = $1`,
      [id],
    )
  ).rows[0]
const readMail = async (id: number) =>
  (
    await pool.query(
      `select mail.attempts, job.priority, round(extract(epoch from mail.next_attempt_at - now()))::int as seconds
       from mails mail join graphile_worker.jobs job on job.key = 'mail:' || mail.id
         and abs(extract(epoch from job.run_at - mail.next_attempt_at)) < 0.002 where mail.id = $1`,
      [id],
    )
  ).rows[0]

describe('email that stands still', () => {
  it('is on the overview once a second attempt could have been made, and gone with the first mail', async () => {
    const ids = [await compose(), await compose(), await compose()]
    const [first = 0, second = 0, third = 0] = ids
    await mailbox.goDown()
    await attempt(first)
    expect(await getTrouble()).toBeNull()
    await pass(36)
    await attempt(first)
    await attempt(second)
    const { rows } = await pool.query("select outages ->> 'email' as since from portal")
    expect(await getTrouble()).toEqual({
      what: 'Email isn’t going out',
      since: rows[0].since,
      more: '3 are waiting.',
      others: 0,
    })
    const { troubles } = await getSystem()
    expect(troubles.map(({ subject }) => subject)).toEqual(['email'])

    await waitForHours(second)
    await pass(300)
    await mailbox.comeBack()
    await attempt(third)
    expect(await getTrouble()).toBeNull()
    // What would have waited for hours is tried at once; what comes soon, or is under way, is left alone.
    const due = await pool.query(
      'select id from mails where next_attempt_at <= now() and status = $1',
      ['queued'],
    )
    expect(due.rows).toEqual([{ id: second }])
    const jobs = await pool.query(
      "select key from graphile_worker.jobs where run_at <= now() and key = 'mail:' || $1",
      [second],
    )
    expect(jobs.rowCount).toBe(1)
    await attempt(second)
    expect((await getSystem()).email.lastAt).not.toBeNull()
  })

  it.each([
    ['refused recipient', []],
    ['greylisting', []],
    ['wrong password', ['email']],
  ] as const)('is not a mailbox that refuses one address alone: %s', async (mode, noted) => {
    mailbox.behave(mode)
    await attempt(await compose())
    expect(await outages()).toEqual(noted)
  })

  it('goes one a second after it, links still before others, and uses up no attempt', async () => {
    const [plain, link] = [await compose(), await compose()]
    await pool.query("update mails set kind = 'reset' where id = $1", [link])
    await waitForHours(plain)
    await waitForHours(link)
    await noteOutage(app.db, 'email')
    await pass(301)
    await noteAttempt(app.db)
    expect(await readMail(plain)).toEqual({ attempts: 8, priority: 0, seconds: 0 })
    expect(await readMail(link)).toEqual({ attempts: 8, priority: -1, seconds: 1 })
  })

  it('keeps its times while a server that throttles refuses some and takes others', async () => {
    const id = await compose()
    await waitForHours(id)
    await noteOutage(app.db, 'email')
    await pass(290)
    await noteAttempt(app.db)
    expect(await outages()).toEqual([])
    expect(await readRow(id)).toEqual({ attempts: 9, isLater: true })
  })

  it('leaves an attempt alone that began while the settings were being saved', async () => {
    const id = await compose()
    await app.db.transaction(async (tx) => {
      await tx.execute('select now()')
      await pool.query(
        "update mails set attempts = 1, next_attempt_at = now() + interval '120 seconds' where id = $1",
        [id],
      )
      await resumeMails(tx)
    })
    expect(await readRow(id)).toEqual({ attempts: 1, isLater: true })
  })

  it('is not over with a mail whose text can’t be opened', async () => {
    const id = await compose()
    await noteOutage(app.db, 'email')
    await pool.query("update mails set sealed_content = 'v1.other.x' where id = $1", [id])
    await attempt(id)
    expect(await outages()).toEqual(['email'])
  })

  it('is noted by a test mail, too', async () => {
    mailbox.behave('wrong password')
    await sendTest().expect(200)
    expect(await outages()).toEqual(['email'])
    mailbox.behave('working')
    await sendTest().expect(200)
    expect(await outages()).toEqual([])
  })
})

describe('the age of what waits', () => {
  it('of a mail counts from when it was due first, however often it is tried', async () => {
    const id = await compose()
    await pool.query("update mails set next_attempt_at = now() - interval '1 hour'")
    mailbox.behave('greylisting')
    await sendQueuedMail(app, id)
    for (let count = 0; count < 3; count += 1) await attempt(id)
    const { mails } = await readQueues(app.db)
    expect(mails).toMatchObject({ waiting: 1, failing: 1 })
    expect(mails.oldestSeconds).toBeGreaterThan(3_599)
    expect(await getTrouble()).toMatchObject({
      what: 'Some email has been waiting',
      more: '1 is waiting.',
    })
    await admin.post(`/api/admin/emails/${id}/cancel`).expect(200)
    await admin.post(`/api/admin/emails/${id}/resend`).expect(200)
    await attempt(id)
    expect((await readQueues(app.db)).mails.oldestSeconds).toBeLessThan(60)
  })

  it('of a job counts from when it was made, and of one for later from then', async () => {
    // What other tests left for later may be due by now.
    await pool.query(
      'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
    )
    await pool.query(
      `select graphile_worker.add_job('send-digest', run_at => now() + interval '1 day')`,
    )
    expect((await readQueues(app.db)).jobs).toMatchObject({ waiting: 0, failing: 0 })
    await pool.query(`update graphile_worker._private_jobs set attempts = 3, last_error = 'x',
      created_at = now() - interval '2 hours' where run_at > now() + interval '23 hours'`)
    const { jobs } = await readQueues(app.db)
    expect(jobs.failing).toBe(1)
    expect(jobs.oldestSeconds).toBeGreaterThan(7_199)
    await pool.query(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where run_at > now() + interval '23 hours'`)
  })
})

describe('other services', () => {
  it('the storage is looked at every minute', async () => {
    const check = vi.spyOn(app.storage, 'check').mockRejectedValue(new Error('gone'))
    onTestFinished(() => check.mockRestore())
    await watchStorage(app)
    expect(await outages()).toEqual(['storage'])
    check.mockRestore()
    await watchStorage(app)
    expect(await outages()).toEqual([])
  })

  it('the virus scanner is noted by uploads', async () => {
    const clamd = await startClamd()
    const scanned = await startAppBeside(app, { CLAMD_URL: clamd.url })
    await clamd.goDown()
    const upload = () => {
      const { bytes, name } = samples.pdf()
      return visit(scanned).post('/api/upload').attach('file', bytes, name).expect(201)
    }
    await upload()
    expect(await outages()).toEqual(['scanner'])
    await clamd.comeBack()
    await upload()
    expect(await outages()).toEqual([])
    await clamd.close()
  })
})

describe('the page System', () => {
  it('of a new portal has no backup and no examination, and nothing red', async () => {
    const { troubles, backup, examination, disks, database, storage } = await getSystem()
    expect({ troubles, backup, examination }).toEqual({
      troubles: [],
      backup: { madeAt: null, checkedAt: null },
      examination: null,
    })
    expect(disks.map(({ folder }) => folder)).toEqual(['uploads', 'backups'])
    expect(database.version).toMatch(/^\d+/)
    expect(storage).toEqual({ kind: 'disk' })
  })

  it('knows the last backup and its check, and asks for one after a day without', async () => {
    await pool.query("update portal set settled_at = now() - interval '27 hours'")
    expect(await getTrouble()).toMatchObject({ what: 'There has been no backup' })
    await recordEvent({ db: app.db, by: portalItself }, 'backup.made')
    await recordEvent({ db: app.db, by: portalItself }, 'backup.checked')
    expect(await getTrouble()).toBeNull()
    const { backup } = await getSystem()
    expect(Object.values(backup).every((at) => Date.now() - Date.parse(at ?? '') < 60_000)).toBe(
      true,
    )
  })

  it('shows what the portal finds about itself, without secrets and people', async () => {
    mailbox.behave('wrong password')
    await examineItself(createJobCtx(app))
    const { examination, ...rest } = await getSystem()
    const found = examination?.findings ?? []
    expect(found.find(({ about }) => about === 'mail')).toMatchObject({ level: 'problem' })
    // How many processes there are, only `doctor` is told.
    for (const about of ['front', 'connections'])
      expect(found.map((finding) => finding.about)).not.toContain(about)
    expect(await outages()).toEqual(['email'])
    const text = JSON.stringify({ examination, rest })
    for (const secret of ['app-password', '@', app.env.sessionSecret, 'postgres://'])
      expect(text).not.toContain(secret)
    mailbox.behave('working')
    await examineItself(createJobCtx(app))
    expect(await outages()).toEqual([])
  })

  it('tries no folder that only backups are written to', async () => {
    const backupTo = await mkdtemp(join(tmpdir(), 'portal-backups-'))
    onTestFinished(() => rm(backupTo, { recursive: true }))
    await chmod(backupTo, 0o777)
    await examineItself(createJobCtx({ ...app, env: { ...app.env, backupTo } }))
    expect(JSON.stringify((await getSystem()).examination)).not.toContain(backupTo)
  })

  it('takes what is configured no more for working', async () => {
    await noteOutage(app.db, 'scanner')
    await examineItself(createJobCtx({ ...app, env: { ...app.env, isHttps: true } }))
    expect(await outages()).toEqual([])
  })

  it('shows that jobs have failed for good for a week', async () => {
    const { failedJobs } = await readQueues(app.db)
    await pool.query("select graphile_worker.add_job('send-digest', job_key => 'failed')")
    const fail = (days: number) =>
      pool.query(
        `update graphile_worker._private_jobs set attempts = max_attempts,
         updated_at = now() - make_interval(days => $1) where key = 'failed'`,
        [days],
      )
    for (const [days, left] of [
      [6, 1],
      [8, 0],
    ] as const) {
      await fail(days)
      await removeOld(createJobCtx(app))
      expect((await readQueues(app.db)).failedJobs - failedJobs).toBe(left)
    }
  })

  it('does not wait for a disk that never answers, nor ask it again', async () => {
    const measure = vi.spyOn(app.storage, 'measureDisks').mockReturnValue(delay(5_000, []))
    onTestFinished(() => measure.mockRestore())
    expect((await getSystem()).disks).toEqual([])
    expect((await getSystem()).disks).toEqual([])
    expect(measure).toHaveBeenCalledTimes(1)
  })
})
