import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { notFound } from '@tests/support/portal/answers'
import { signature, virus } from '@tests/support/portal/clamd'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
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

const refused = {
  message: 'Our virus check found something harmful in this file. Please upload a clean copy.',
  code: 'unsupported_type',
}
const waiting = { message: 'This file is waiting for a virus check.', code: 'unavailable' }

const portal = await startSharedPortalWithClamd()
let partner: Awaited<ReturnType<typeof buildSender>>
beforeEach(async () => {
  partner = await buildSender(portal)
})

const restore = ({ id }: SentFile) => portal.admin.post(`/api/admin/files/${id}/restore`).send({})
const reupload = ({ id }: SentFile, sample: ReturnType<typeof samples.pdf>) =>
  postFile(partner.agent, `/api/reupload/${id}`, sample)
const open = (file: SentFile) => partner.agent.get(fileAddress(file))

async function openAsAdmin(file: SentFile) {
  const { uploadKey } = file
  const { body } = await portal.admin.post('/api/admin/generate-file-token').send({ uploadKey })
  return portal.admin.get(`${fileAddress(file)}?token=${body.token}`)
}

const refusals = () =>
  portal.app.db.select().from(auditEvents).where(eq(auditEvents.action, 'file.refused-infected'))

it('the administrator sees that uploads are checked', async () => {
  const { body } = await portal.admin.get('/api/admin/overview').expect(200)
  expect(body.hasVirusCheck).toBe(true)
})

describe('an upload with a virus', () => {
  it('is refused, leaves nothing stored, and leaves a trace', async () => {
    const before = await portal.app.storedPaths()
    await postFile(visit(portal.app), '/api/upload', infectedSample()).expect(415, refused)
    expect(await portal.app.storedPaths()).toEqual(before)
    expect(await portal.app.db.$count(files)).toBe(0)
    expect(await refusals()).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ signature }) }),
    ])
  })

  it('is refused as a re-upload too, and the old document stays', async () => {
    const file = await partner.send(samples.pdf())
    await reupload(file, infectedSample()).expect(415, refused)
    const { body } = await open(file).expect(200)
    expect(body).toEqual(samples.pdf().bytes)
    expect(await refusals()).toContainEqual(
      expect.objectContaining({ object: `file:${file.id}`, actorId: partner.user.id }),
    )
  })

  it('is not brought back from a backup', async () => {
    const file = await partner.sendUnchecked(infectedSample())
    await reupload(file, samples.pdf({ text: 'clean' })).expect(200)
    await restore(file).expect(415, refused)
    const { body } = await open(file).expect(200)
    expect(body).toEqual(samples.pdf({ text: 'clean' }).bytes)
  })
})

describe('a clean upload', () => {
  it('is scanned once, whole, and read at once', async () => {
    const file = await partner.send(samples.png())
    const { scanned } = portal.clamd
    expect(scanned.map((content) => content.equals(samples.png().bytes))).toEqual([true])
    expect(file).not.toHaveProperty('quarantine')
    await open(file).expect(200)
  })

  it('is refused for what it is before anyone scans it', async () => {
    const sample = { ...samples.pdf(), bytes: Buffer.from(`not a pdf, but ${virus}`) }
    await postFile(partner.agent, '/api/upload', sample).expect(415)
    expect(portal.clamd.scanned).toEqual([])
  })
})

describe('an upload while the scanner is away', () => {
  it.each(['failing', 'garbage', 'hanging up'] as const)(
    'is kept, and read by no one, when it is %s',
    async (mode) => {
      portal.clamd.behave(mode)
      const file = await partner.send(samples.pdf())
      expect(file).toMatchObject({ status: 'pending', quarantine: 'waiting' })
      const answer = await open(file).expect(503, waiting)
      expect(answer.headers['retry-after']).toBe('60')
      await partner.agent.head(fileAddress(file)).expect(503)
      await open(file).set('Range', 'bytes=0-9').expect(503, waiting)
      expect(await openAsAdmin(file)).toMatchObject({ status: 503, body: waiting })
      // Ownership is checked first.
      const stranger = await logIn(portal.app, await buildUser(portal.app))
      await stranger.get(fileAddress(file)).expect(404, notFound)
    },
  )

  it('is shown as waiting to its owner and to the administrator', async () => {
    const file = await partner.sendUnchecked(samples.pdf())
    const shown = [expect.objectContaining({ id: file.id, quarantine: 'waiting' })]
    expect((await partner.agent.get('/api/files').expect(200)).body).toEqual(shown)
    const all = await portal.admin.get('/api/admin/files?limit=1').expect(200)
    expect(all.body).toEqual(shown)
  })

  it('is enough to register with', async () => {
    await portal.clamd.goDown()
    const sent = await postFile(visit(portal.app), '/api/upload', samples.pdf()).expect(201)
    await portal.clamd.comeBack()
    const registration = buildRegistration({ uploadKey: sent.body.uploadKey })
    await visit(portal.app).post('/api/register').send(registration).expect(201)
  })

  it('waits anew when it is a re-upload or a restored content', async () => {
    const first = samples.pdf({ text: 'the first' })
    const file = await partner.send(first)
    portal.clamd.behave('failing')
    const again = await reupload(file, samples.png()).expect(200)
    expect(again.body.quarantine).toBe('waiting')
    const back = await restore(file).expect(200)
    expect(back.body).toMatchObject({ fileName: first.name, quarantine: 'waiting' })
    await open(file).expect(503)
    portal.clamd.behave('working')
    await reupload(file, first).expect(200)
    await open(file).expect(200)
  })
})
