import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { signature } from '@tests/support/portal/clamd'
import { eventually } from '@tests/support/portal/eventually'
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
import { files, fileVersions } from '../../db/schema/files'
import { startJobs } from '../../jobs'
import { scanWaitingFiles } from './scan-waiting-files'

const portal = await startSharedPortalWithClamd()
let partner: Awaited<ReturnType<typeof buildSender>>
beforeEach(async () => {
  partner = await buildSender(portal)
})

const open = (file: SentFile) => partner.agent.get(fileAddress(file))

async function shown(): Promise<object> {
  const { body } = await portal.admin.get('/api/admin/files?limit=1').expect(200)
  return body[0]
}

async function whileJobsRun(check: () => Promise<void>): Promise<void> {
  const jobs = await startJobs(portal.app)
  try {
    await eventually(check)
  } finally {
    await jobs.stop()
  }
}

/** Scans, and has something else happen before the result is written. */
async function scanWhile(work: () => Promise<unknown>): Promise<void> {
  const { scanner } = portal.scanning
  await scanWaitingFiles({
    ...portal.scanning,
    scanner: {
      async scan(content, timeoutMs) {
        const result = await scanner?.scan(content, timeoutMs)
        await work()
        return result ?? 'unavailable'
      },
    },
  })
}

describe('documents that wait for their virus check', () => {
  it('are checked by a job, also one that was started later', async () => {
    const file = await partner.sendUnchecked(samples.pdf())
    await open(file).expect(503)
    await portal.app.pool.query("select graphile_worker.add_job('scan-waiting-files')")
    await whileJobsRun(async () => {
      await open(file).expect(200)
    })
    expect(await shown()).not.toHaveProperty('quarantine')
  })

  it('go on waiting while the scanner is away, which is asked a few times only', async () => {
    const other = await buildSender(portal)
    const waiting: SentFile[] = []
    for (const text of ['one', 'two', 'three'])
      waiting.push(await partner.sendUnchecked(samples.pdf({ text })))
    await other.sendUnchecked(samples.pdf())
    portal.clamd.behave('failing')
    portal.clamd.scanned.length = 0
    await scanWaitingFiles(portal.scanning)
    expect(portal.clamd.scanned).toHaveLength(3)
    for (const file of waiting) await open(file).expect(503)
    portal.clamd.behave('working')
    await scanWaitingFiles(portal.scanning)
    for (const file of waiting) await open(file).expect(200)
  })

  it('lose their content when it is infected, and say why', async () => {
    const file = await partner.sendUnchecked(infectedSample())
    const bytesOf = async () => {
      const paths = await portal.app.storedPaths()
      return paths.filter((path) => path.includes(file.uploadKey))
    }
    expect(await bytesOf()).toHaveLength(2)
    await scanWaitingFiles(portal.scanning)
    // At once, whenever the bytes go.
    await open(file).expect(404)
    await whileJobsRun(async () => expect(await bytesOf()).toEqual([]))

    expect(await shown()).toMatchObject({
      id: file.id,
      status: 'rejected',
      statusReason: `The virus check found ${signature} in this document, so it was removed.`,
      quarantine: 'infected',
    })
    const events = await portal.app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'file.found-infected'))
    expect(events).toEqual([expect.objectContaining({ object: `file:${file.id}`, actorId: null })])
    await portal.admin.post(`/api/admin/files/${file.id}/restore`).send({}).expect(404)
    const clean = await postFile(partner.agent, `/api/reupload/${file.id}`, samples.pdf())
    expect(clean.body.status).toBe('pending')
    await open(file).expect(200)
  })

  it('show as missing when their bytes are gone, and stay as they are', async () => {
    const file = await partner.sendUnchecked(samples.pdf())
    const [stored] = await portal.app.db.select().from(files).where(eq(files.id, file.id))
    await portal.app.storage.remove(stored?.storageKey ?? '')
    await open(file).expect(404)
    await scanWaitingFiles(portal.scanning)
    expect(await shown()).toMatchObject({ id: file.id, quarantine: 'waiting', status: 'pending' })
  })

  it('keep what came while an older content was being scanned', async () => {
    const file = await partner.sendUnchecked(infectedSample())
    await scanWhile(async () => {
      await postFile(partner.agent, `/api/reupload/${file.id}`, samples.pdf()).expect(200)
    })
    expect(await shown()).toMatchObject({ id: file.id, status: 'pending' })
    await open(file).expect(200)
    const versions = await portal.app.db
      .select({ reason: fileVersions.reason })
      .from(fileVersions)
      .where(eq(fileVersions.fileId, file.id))
    expect(versions).toEqual([{ reason: 're-upload' }])
  })

  it('are found infected also when the same content came again while it was scanned', async () => {
    const file = await partner.sendUnchecked(infectedSample())
    await scanWhile(async () => {
      portal.clamd.behave('failing')
      await postFile(partner.agent, `/api/reupload/${file.id}`, infectedSample()).expect(200)
      portal.clamd.behave('working')
    })
    expect(await shown()).toMatchObject({ id: file.id, status: 'rejected', quarantine: 'infected' })
  })

  it('are checked also when one of them cannot be read', async () => {
    const unreadable = await partner.sendUnchecked(samples.pdf({ text: 'unreadable' }))
    const [stored] = await portal.app.db.select().from(files).where(eq(files.id, unreadable.id))
    const path = join(portal.app.uploadsDir, stored?.storageKey ?? '')
    await rm(path)
    await mkdir(path)
    const others: SentFile[] = []
    for (const text of ['one', 'two'])
      others.push(await partner.sendUnchecked(samples.pdf({ text })))
    await scanWaitingFiles(portal.scanning)
    for (const file of others) await open(file).expect(200)
    await portal.app.db.delete(files).where(eq(files.id, unreadable.id))
  })
})
