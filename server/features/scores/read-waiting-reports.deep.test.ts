import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { ne } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { mimeTypes } from '@shared/file-kinds'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import {
  buildSender,
  postFile,
  startSharedPortalWithClamd,
} from '@tests/support/portal/portal-with-clamd'
import { createJobCtx, jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { pdfOfStream } from '@tests/support/samples/pdf-variants'
import { judgeCorpus } from '@tests/support/samples/reports/judge-reading'
import { reportCorpus } from '@tests/support/samples/reports/report-corpus'
import { samples } from '@tests/support/samples/samples'
import { files } from '../../db/schema/files'
import { fileReadings } from '../../db/schema/scores'
import { scanWaitingFiles } from '../files/scan-waiting-files'
import { readWaitingReports } from './read-waiting-reports'
import { runReading } from './run-reading'

const portal = await startSharedPortalWithClamd()

const { app, admin } = portal

const report = (score: number) =>
  samples.pdf({ pages: ['Experian credit report', `FICO Score 8: ${score}`] })

const readAll = () => readWaitingReports(createJobCtx(app))

type Sender = Awaited<ReturnType<typeof buildSender>>

const overviewOf = async (user: { id: number }) =>
  (await admin.get(`/api/admin/users/${user.id}/score`).expect(200)).body

/** What has a report read; each prepares that first. */
const causes: [string, (sender: Sender) => Promise<() => Promise<unknown>>][] = [
  [
    'a re-upload',
    async ({ agent, send }) => {
      const { id } = await send(samples.png())
      return async () => reuploadFile(agent, id, report(742)).expect(200)
    },
  ],
  [
    'a restore',
    async ({ agent, send }) => {
      const { id } = await send(report(742))
      await reuploadFile(agent, id, samples.png()).expect(200)
      return async () => admin.post(`/api/admin/files/${id}/restore`).send({}).expect(200)
    },
  ],
]

describe('the queue of reports', () => {
  beforeEach(async () => {
    await app.db.delete(files)
  })

  describe('a report is read by the portal itself', () => {
    it.each(causes)('after %s, by a background job', async (_what, prepare) => {
      const sender = await buildSender(portal)
      const cause = await prepare(sender)
      await withJobs(app, async (jobs) => {
        const read = jobDone(jobs, 'read-report')
        await cause()
        await read
      })
      expect(await overviewOf(sender.user)).toMatchObject({ proposal: { score: 742 } })
    })

    it('not before its virus check, and never when a virus was found', async () => {
      const sender = await buildSender(portal)
      const { user } = sender
      await sender.sendUnchecked(report(742))
      await readAll()
      expect(await overviewOf(user)).toMatchObject({
        readings: [{ state: 'waiting' }],
        proposal: null,
      })
      await scanWaitingFiles(portal.scanning)
      await readAll()
      expect(await overviewOf(user)).toMatchObject({ readings: [{ state: 'done' }] })

      await app.db.update(files).set({ quarantine: 'infected' })
      await app.db.update(fileReadings).set({ state: 'waiting', scores: [] })
      await readAll()
      expect(await overviewOf(user)).toMatchObject({ readings: [{ state: 'waiting' }] })
    })

    it('not before someone has claimed it, whatever any visitor sends', async () => {
      const { user, agent } = await buildSender(portal)
      const { body } = await postFile(agent, '/api/upload', report(742)).expect(201)
      await readAll()
      expect(await app.db.$count(fileReadings, ne(fileReadings.attempts, 0))).toBe(0)
      await agent.post(`/api/link-file/${body.uploadKey}`).expect(200)
      await readAll()
      expect(await overviewOf(user)).toMatchObject({ proposal: { score: 742 } })
    })

    it('and says when there is nothing to read in it, or it cannot be', async () => {
      const owner = await buildUser(app)
      await buildFile(app, { owner, sample: samples.pdf({ pages: [''] }) })
      const missing = await buildFile(app, { owner, sample: report(742) })
      await app.storage.remove(missing.storageKey)
      await readAll()
      const { readings } = await overviewOf(owner)
      expect(readings).toMatchObject([{ state: 'failed' }, { state: 'unreadable' }])
    })
  })

  describe('what was read', () => {
    it('is in no log, and goes with the document', async () => {
      const owner = await buildUser(app)
      const sample = samples.pdf({
        pages: ['Report for: Zebedee Quillfeather', 'FICO Score 8: 742'],
      })
      const file = await buildFile(app, { owner, sample })
      await readAll()
      expect((await overviewOf(owner)).proposal.nameOnReport).toBe('Zebedee Quillfeather')
      const trail = await app.pool.query(
        'select string_agg(audit_events::text, $1) from audit_events',
        [' '],
      )
      expect(app.logs() + JSON.stringify(trail.rows)).not.toMatch(/Quillfeather|FICO/)
      await admin.delete(`/api/admin/files/${file.id}`).expect(200)
      expect(await app.db.$count(fileReadings)).toBe(0)
    })
  })
})

it('over the corpus of made reports nothing wrong is read, and nearly everything that is there', async () => {
  const reports = reportCorpus()
  const { named, hostile, withScore, summary } = await judgeCorpus(reports)
  process.stdout.write(summary)
  expect(reports.length).toBeGreaterThanOrEqual(40)
  expect(hostile / reports.length).toBeGreaterThan(1 / 3)
  expect(named('wrong')).toEqual([])
  expect(named('right').length).toBeGreaterThanOrEqual(0.9 * withScore)
})

/** Deflated twice, so that a small file unpacks to gigabytes of spaces. */
function bombPdf(gigabytes: number): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), {
    finishFlush: constants.Z_FULL_FLUSH,
  })
  const blocks = Array.from({ length: gigabytes * 1024 }, () => megabyte)
  const end = Buffer.from('030000000000', 'hex')
  const inner = Buffer.concat([Buffer.from('789c', 'hex'), ...blocks, end])
  return pdfOfStream('/Filter [/FlateDecode /FlateDecode]', deflateSync(inner))
}

it('the reading ends with what a document unpacks to, and takes nothing of the portal’s memory', async () => {
  const bytes = bombPdf(4)
  expect(bytes.length).toBeLessThan(1024 * 1024)
  const before = process.memoryUsage.rss()
  const { signal } = new AbortController()
  const reading = await runReading({ bytes, fileType: mimeTypes.pdf, signal })
  expect(reading).toEqual({ state: 'failed' })
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
})
