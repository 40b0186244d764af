import { beforeEach, expect, it } from 'vitest'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { reuploadFile } from '@tests/support/portal/documents'
import {
  buildSender,
  postFile,
  startSharedPortalWithClamd,
} from '@tests/support/portal/portal-with-clamd'
import { createJobCtx, jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { samples } from '@tests/support/samples/samples'
import { fileVersions, files } from '../../db/schema/files'
import { fileReadings } from '../../db/schema/scores'
import { readWaitingReports } from './read-waiting-reports'

const portal = await startSharedPortalWithClamd()
const { app, admin } = portal

const report = (score: number) =>
  samples.pdf({ pages: ['Experian credit report', `FICO Score 8: ${score}`] })
const readAll = () => readWaitingReports(createJobCtx(app))

const overviewOf = async (user: { id: number }) =>
  (await admin.get(`/api/admin/users/${user.id}/score`).expect(200)).body

beforeEach(async () => {
  await app.db.delete(files)
})

it('a report is read by the portal itself after an upload, by a background job', async () => {
  const { user, send } = await buildSender(portal)
  await withJobs(app, async (jobs) => {
    const read = jobDone(jobs, 'read-report')
    await send(report(742))
    await read
  })
  expect(await overviewOf(user)).toMatchObject({ proposal: { score: 742 } })
})

it('a report is read by the portal itself not again when it was read before it was claimed', async () => {
  const { user, agent } = await buildSender(portal)
  const { body } = await postFile(agent, '/api/upload', report(742)).expect(201)
  await app.pool.query(
    `insert into file_readings (version_id, state) select id, 'unreadable' from file_versions`,
  )
  await agent.post(`/api/link-file/${body.uploadKey}`).expect(200)
  await readAll()
  expect(await overviewOf(user)).toMatchObject({ readings: [{ state: 'unreadable' }] })
})

it('a report is read by the portal itself no more than twice when it ends the portal itself', async () => {
  const owner = await buildUser(app)
  await buildFile(app, { owner, sample: report(742) })
  await app.db.update(fileReadings).set({ attempts: 2 })
  await readAll()
  expect(await overviewOf(owner)).toMatchObject({ readings: [{ state: 'failed' }] })
})

it('what was read is of what the document shows now', async () => {
  const { agent, send } = await buildSender(portal)
  const { id } = await send(report(742))
  await reuploadFile(agent, id, report(701)).expect(200)
  expect(await app.db.$count(fileVersions)).toBe(2)
  // What no one sees any more is not read.
  expect(await app.db.$count(fileReadings)).toBe(1)
})
