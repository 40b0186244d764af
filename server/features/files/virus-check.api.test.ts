import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { notFound } from '@tests/support/portal/answers'
import { signature, virus } from '@tests/support/portal/clamd'
import { downloadFile } from '@tests/support/portal/documents'
import { listContents, buildUser } from '@tests/support/portal/factories'
import { logIn, visit } from '@tests/support/portal/agents'
import { jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { buildRegistration } from '@tests/support/samples/forms'
import {
  buildSender,
  fileAddress,
  infectedSample,
  postFile,
  startSharedPortalWithClamd,
  type SentFile,
} from '@tests/support/portal/portal-with-clamd'
import { samples } from '@tests/support/samples/samples'
import { auditEvents } from '../../db/schema/audit-events'
import { files } from '../../db/schema/files'
import { scanWaitingFiles } from './scan-waiting-files'

const refused = {
  message: 'Our virus check found something harmful in this file. Please upload a clean copy.',
  code: 'unsupported_type',
}
const waiting = { message: 'This file is waiting for a virus check.', code: 'unavailable' }

const portal = await startSharedPortalWithClamd()
const { app, admin, clamd } = portal
let partner: Awaited<ReturnType<typeof buildSender>>
beforeEach(async () => {
  partner = await buildSender(portal)
})

const restore = ({ id }: SentFile) => admin.post(`/api/admin/files/${id}/restore`).send({})
const reupload = ({ id }: SentFile, sample: ReturnType<typeof samples.pdf>) =>
  postFile(partner.agent, `/api/reupload/${id}`, sample)
const open = (file: SentFile) => partner.agent.get(fileAddress(file))

/** The newest file of all, as the administrator sees it. */
const shown = async (): Promise<object> =>
  (await admin.get('/api/admin/files?limit=1').expect(200)).body[0]

const eventsOf = (action: 'file.refused-infected' | 'file.found-infected') =>
  app.db.select().from(auditEvents).where(eq(auditEvents.action, action))

describe('an upload with a virus', () => {
  it('is refused, leaves nothing stored, and leaves a trace', async () => {
    const before = [await app.storedPaths(), await app.db.$count(files)]
    await postFile(visit(app), '/api/upload', infectedSample()).expect(415, refused)
    expect([await app.storedPaths(), await app.db.$count(files)]).toEqual(before)
    expect(await eventsOf('file.refused-infected')).toMatchObject([{ details: { signature } }])
  })

  it('is refused as a re-upload too, and the old document stays', async () => {
    const file = await partner.send(samples.pdf())
    await reupload(file, infectedSample()).expect(415, refused)
    expect(await downloadFile(partner.agent, file)).toEqual(samples.pdf().bytes)
    expect(await eventsOf('file.refused-infected')).toContainEqual(
      expect.objectContaining({ object: `file:${file.id}`, actorId: partner.user.id }),
    )
  })

  it('is not brought back from a backup', async () => {
    const clean = samples.pdf({ text: 'clean' })
    const file = await partner.sendUnchecked(infectedSample())
    await reupload(file, clean).expect(200)
    await restore(file).expect(415, refused)
    expect(await downloadFile(partner.agent, file)).toEqual(clean.bytes)
  })
})

describe('a clean upload', () => {
  it('is scanned once, whole, and read right away', async () => {
    const file = await partner.send(samples.png())
    expect(clamd.scanned).toEqual([samples.png().bytes])
    expect(file).not.toHaveProperty('quarantine')
    await open(file).expect(200)
  })

  it('is refused for what it is before anyone scans it', async () => {
    const sample = { ...samples.pdf(), bytes: Buffer.from(`not a pdf, but ${virus}`) }
    await postFile(partner.agent, '/api/upload', sample).expect(415)
    expect(clamd.scanned).toEqual([])
  })
})

describe('an upload while the scanner is away', () => {
  it('is kept, and read by no one', async () => {
    const file = await partner.sendUnchecked(samples.pdf())
    expect(file).toMatchObject({ status: 'pending', quarantine: 'waiting' })
    const answer = await open(file).expect(503, waiting)
    expect(answer.headers['retry-after']).toBe('60')
    await partner.agent.head(fileAddress(file)).expect(503)
    await open(file).set('Range', 'bytes=0-9').expect(503, waiting)
    const { uploadKey } = file
    const { body } = await admin.post('/api/admin/generate-file-token').send({ uploadKey })
    await admin.get(`${fileAddress(file)}?token=${body.token}`).expect(503, waiting)
    // Ownership is checked first.
    const stranger = await logIn(app, await buildUser(app))
    await stranger.get(fileAddress(file)).expect(404, notFound)
    // Its owner and the administrator see why, and the administrator that there is a check at all.
    const asWaiting = expect.objectContaining({ id: file.id, quarantine: 'waiting' })
    expect((await partner.agent.get('/api/files').expect(200)).body).toEqual([asWaiting])
    expect(await shown()).toEqual(asWaiting)
    const overview = await admin.get('/api/admin/overview').expect(200)
    expect(overview.body.hasVirusCheck).toBe(true)
  })

  it('is enough to register with', async () => {
    await clamd.goDown()
    const sent = await postFile(visit(app), '/api/upload', samples.pdf()).expect(201)
    await clamd.comeBack()
    const registration = buildRegistration({ uploadKey: sent.body.uploadKey })
    await visit(app).post('/api/register').send(registration).expect(201)
  })

  it('waits again when it is a re-upload or a restored content', async () => {
    const first = samples.pdf({ text: 'the first' })
    const file = await partner.send(first)
    clamd.behave('failing')
    expect((await reupload(file, samples.png()).expect(200)).body.quarantine).toBe('waiting')
    const back = await restore(file).expect(200)
    expect(back.body).toMatchObject({ fileName: first.name, quarantine: 'waiting' })
    await open(file).expect(503)
    clamd.behave('working')
    await reupload(file, first).expect(200)
    await open(file).expect(200)
  })
})

const scan = (scanner = portal.scanning.scanner) =>
  scanWaitingFiles({ ...portal.scanning, scanner })

/** Has something else happen before the result of the scan is written. */
const scanWhile = (work: () => Promise<unknown>) =>
  scan({
    async scan(content, timeoutMs) {
      const result = await portal.scanning.scanner?.scan(content, timeoutMs)
      await work()
      return result ?? 'unavailable'
    },
  })

async function sendUnchecked(...texts: string[]): Promise<SentFile[]> {
  const sent: SentFile[] = []
  for (const text of texts) sent.push(await partner.sendUnchecked(samples.pdf({ text })))
  return sent
}

describe('documents that wait for their virus check', () => {
  // What other tests sent waits no more.
  beforeEach(() => app.db.delete(files))

  it('are checked by a job, also one that was started later', async () => {
    const file = await partner.sendUnchecked(samples.png())
    await open(file).expect(503)
    await withJobs(app, async (jobs) => {
      const done = jobDone(jobs, 'scan-waiting-files')
      await app.pool.query("select graphile_worker.add_job('scan-waiting-files')")
      await done
    })
    await open(file).expect(200)
    expect(await shown()).not.toHaveProperty('quarantine')
  })

  it('go on waiting while the scanner is away, which is asked a few times only', async () => {
    const other = await buildSender(portal)
    const sent = await sendUnchecked('one', 'two', 'three')
    await other.sendUnchecked(samples.pdf())
    clamd.behave('failing')
    clamd.scanned.length = 0
    await scan()
    // One of them, and then a tiny one.
    expect(clamd.scanned).toHaveLength(2)
    for (const file of sent) await open(file).expect(503)
    clamd.behave('working')
    await scan()
    for (const file of sent) await open(file).expect(200)
  })

  it('are no outage when the scanner can’t handle one, and don’t hold up the others', async () => {
    await app.pool.query(
      "insert into portal (place, data_keys, peppers) values ('here', '{}', '{}') on conflict (row) do update set outages = '{}'",
    )
    const other = await buildSender(portal)
    await sendUnchecked('one', 'two', 'three')
    await other.sendUnchecked(samples.pdf())
    await app.pool.query("update portal set outages = '{}'")
    let large = 0
    await scan({
      async scan(content) {
        if (content.length < 100) return 'clean'
        large += 1
        return large <= 3 ? 'unavailable' : 'clean'
      },
    })
    expect((await app.pool.query('select outages from portal')).rows).toEqual([{ outages: {} }])
    const { rows } = await app.pool.query("select 1 from files where quarantine = 'waiting'")
    expect(rows).toHaveLength(3)
  })

  it('lose their content when it is infected, and say why', async () => {
    const file = await partner.sendUnchecked(infectedSample())
    const bytesOf = async () =>
      (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))
    expect(await bytesOf()).toHaveLength(2)
    await withJobs(app, async (jobs) => {
      const removed = jobDone(jobs, 'remove-contents')
      await scan()
      // Right away, whenever the bytes go.
      await open(file).expect(404)
      await removed
    })
    expect(await bytesOf()).toEqual([])
    expect(await shown()).toMatchObject({
      id: file.id,
      status: 'rejected',
      statusReason: `The virus check found ${signature} in this document, so it was removed.`,
      quarantine: 'infected',
    })
    const found = { object: `file:${file.id}`, actorId: null }
    expect(await eventsOf('file.found-infected')).toContainEqual(expect.objectContaining(found))
    await restore(file).expect(404)
    const clean = await reupload(file, samples.pdf())
    expect(clean.body.status).toBe('pending')
    await open(file).expect(200)
  })

  it('show as missing when their bytes are gone, and stay as they are', async () => {
    const file = await partner.sendUnchecked(samples.pdf())
    const [content] = await listContents(app, file.id)
    await app.storage.remove(content?.storageKey ?? '')
    await open(file).expect(404)
    await scan()
    expect(await shown()).toMatchObject({ id: file.id, quarantine: 'waiting', status: 'pending' })
  })

  it('keep what came while an older content was being scanned', async () => {
    const file = await partner.sendUnchecked(infectedSample())
    await scanWhile(() => reupload(file, samples.pdf()).expect(200))
    expect(await shown()).toMatchObject({ id: file.id, status: 'pending' })
    await open(file).expect(200)
    expect(await listContents(app, file.id)).toMatchObject([{ reason: 're-upload' }])
  })

  it('are found infected also when the same content came again while it was scanned', async () => {
    const file = await partner.sendUnchecked(infectedSample())
    await scanWhile(async () => {
      clamd.behave('failing')
      await reupload(file, infectedSample()).expect(200)
      clamd.behave('working')
    })
    expect(await shown()).toMatchObject({ id: file.id, status: 'rejected', quarantine: 'infected' })
  })

  it('are checked also when one of them cannot be read', async () => {
    const unreadable = await partner.sendUnchecked(samples.pdf({ text: 'unreadable' }))
    const [content] = await listContents(app, unreadable.id)
    const path = join(app.uploadsDir, content?.storageKey ?? '')
    await rm(path)
    await mkdir(path)
    const others = await sendUnchecked('one', 'two')
    await scan()
    for (const file of others) await open(file).expect(200)
  })
})
