import { describe, expect, it } from 'vitest'
import { visit } from '@tests/support/portal/agents'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp()
const path = '/api/photo-handoffs'
const photo = samples.jpeg()

const start = async () => (await visit(app).post(path).expect(201)).body
const hand = (token: string, sample = photo) =>
  visit(app)
    .post(`${path}/upload`)
    .set('Authorization', `Bearer ${token}`)
    .attach('file', sample.bytes, sample.name)
const pickUp = (pickup: string) => visit(app).get(path).set('Authorization', `Bearer ${pickup}`)
const expire = () =>
  app.pool.query("update photo_handoffs set expires_at = now() - interval '6 minutes'")

describe('a photo from a phone', () => {
  it('reaches the form on the computer, and becomes the applicant’s document', async () => {
    const { token, pickup } = await start()
    expect((await pickUp(pickup).expect(200)).body).toEqual({ file: null })
    const handed = await hand(token).expect(201)
    const { file } = (await pickUp(pickup).expect(200)).body
    expect(file).toMatchObject({ fileType: 'image/jpeg', uploadKey: expect.any(String) })
    expect(JSON.stringify(handed.body)).not.toContain(file.uploadKey)
    const registration = buildRegistration({ uploadKey: file.uploadKey })
    const agent = visit(app)
    await agent.post('/api/register').send(registration).expect(201)
    expect((await agent.get('/api/files').expect(200)).body).toHaveLength(1)
  })

  it('is taken once, of two that arrive together too', async () => {
    const { token } = await start()
    const answers = await Promise.all([hand(token), hand(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
    await hand(token).expect(404)
  })

  it('that is refused leaves the code as it was', async () => {
    const { token, pickup } = await start()
    await hand(token, { ...photo, bytes: Buffer.from('no picture') }).expect(415)
    await hand(token).expect(201)
    expect((await pickUp(pickup).expect(200)).body.file).not.toBeNull()
  })

  it('comes too late after ten minutes, and is picked up by no one then', async () => {
    const { token, pickup } = await start()
    await expire()
    await hand(token).expect(404)
    await pickUp(pickup).expect(404)
  })

  it('is reached by neither secret in the place of the other, nor by a guess', async () => {
    const { token, pickup } = await start()
    await hand(pickup).expect(404)
    await pickUp(token).expect(404)
    await pickUp('k'.repeat(43)).expect(404)
    await visit(app).get(path).expect(404)
    const { rows } = await app.pool.query('select * from photo_handoffs')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(pickup)
  })
})
