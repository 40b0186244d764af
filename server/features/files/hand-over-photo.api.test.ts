import { describe, expect, it } from 'vitest'
import { logIn, visit } from '@tests/support/portal/agents'
import { downloadFile } from '@tests/support/portal/documents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { seeWaiting } from '@tests/support/portal/meet-at-lock'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { files } from '../../db/schema/files'
import { hashToken } from '../../tokens'

const app = await startSharedApp()
const path = '/api/photo-handoffs'
const photo = samples.jpeg()

const start = async () => (await visit(app).post(path).expect(201)).body
const hand = (token: string, sample = photo) =>
  visit(app)
    .post(`${path}/upload`)
    .set('Authorization', `Bearer ${token}`)
    .attach('file', sample.bytes, sample.name)
const ask = (token: string) =>
  visit(app).get(`${path}/open`).set('Authorization', `Bearer ${token}`)
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

  it('is taken once, of two that arrive together too, and only that one is stored', async () => {
    const { token } = await start()
    const before = await app.db.$count(files)
    const answers = await Promise.all([hand(token), hand(token)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '404'])
    expect(await app.db.$count(files)).toBe(before + 1)
    await hand(token).expect(404)
  })

  it('uses its code only once it is stored, so that a killed process leaves the code open', async () => {
    const { token, pickup } = await start()
    const holder = await app.pool.connect()
    await holder.query('begin; lock table file_versions in exclusive mode')
    const handed = hand(token).then(({ status }) => status)
    await seeWaiting(app, 1)
    // What another connection sees is what would be left.
    const { rows } = await app.pool.query(
      'select used_at from photo_handoffs where file_id is null and expires_at > now() and token_hash = $1',
      [hashToken(token)],
    )
    await holder.query('commit')
    holder.release()
    expect(rows).toEqual([{ used_at: null }])
    expect(await handed).toBe(201)
    expect((await pickUp(pickup).expect(200)).body.file).not.toBeNull()
  })

  it('can be asked for before it is taken: for how long, and why not', async () => {
    const { token } = await start()
    const { secondsLeft } = (await ask(token).expect(200)).body
    expect(secondsLeft).toBeGreaterThan(590)
    expect(secondsLeft).toBeLessThanOrEqual(600)
    await hand(token).expect(201)
    expect((await ask(token).expect(404)).body.message).toMatch(/^Photos were already sent/)
    const other = await start()
    await expire()
    expect((await ask(other.token).expect(404)).body.message).toMatch(/^This code has expired\./)
  })

  it('that was begun in time arrives a little later, too', async () => {
    const { token, pickup } = await start()
    const holder = await app.pool.connect()
    await holder.query('begin; lock table file_versions in exclusive mode')
    const handed = hand(token).then(({ status }) => status)
    await seeWaiting(app, 1)
    await app.pool.query("update photo_handoffs set expires_at = now() - interval '1 minute'")
    await holder.query('commit')
    holder.release()
    expect(await handed).toBe(201)
    expect((await pickUp(pickup).expect(200)).body.file).not.toBeNull()
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

  it('is reached by neither secret in place of the other, nor by a guess', async () => {
    const { token, pickup } = await start()
    await hand(pickup).expect(404)
    await ask(pickup).expect(404)
    await pickUp(token).expect(404)
    await pickUp('k'.repeat(43)).expect(404)
    await visit(app).get(path).expect(404)
    const { rows } = await app.pool.query('select * from photo_handoffs')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(pickup)
  })
})

describe('a document from a phone in place of a stored one', () => {
  it('becomes its content, once; the upload itself is gone', async () => {
    const user = await buildUser(app)
    const owner = await logIn(app, user)
    const stored = await buildFile(app, { owner: user, status: 'rejected' })
    const { token, pickup } = await start()
    await hand(token).expect(201)
    const { uploadKey } = (await pickUp(pickup)).body.file
    const before = await app.db.$count(files)
    const replace = () => owner.post(`/api/reupload/${stored.id}/${uploadKey}`)
    const { body } = await replace().expect(200)
    expect(body).toMatchObject({
      id: stored.id,
      uploadKey: stored.uploadKey,
      fileName: photo.name,
      status: 'pending',
    })
    expect(await downloadFile(owner, body)).toEqual(photo.bytes)
    expect(await app.db.$count(files)).toBe(before - 1)
    await replace().expect(404)
  })

  it('is refused to others, with a key that was used or is unknown, and changes nothing then', async () => {
    const user = await buildUser(app)
    const owner = await logIn(app, user)
    const stored = await buildFile(app, { owner: user })
    const { token, pickup } = await start()
    await hand(token).expect(201)
    const { uploadKey } = (await pickUp(pickup)).body.file
    const other = await logIn(app, await buildUser(app))
    await other.post(`/api/reupload/${stored.id}/${uploadKey}`).expect(404)
    await owner.post(`/api/reupload/${stored.id}/${'k'.repeat(43)}`).expect(404)
    await owner.post(`/api/reupload/${stored.id}/${stored.uploadKey}`).expect(409)
    await owner.post(`/api/link-file/${uploadKey}`).expect(200)
    await owner.post(`/api/reupload/${stored.id}/${uploadKey}`).expect(409)
    const [unchanged] = (await owner.get('/api/files')).body.filter(
      ({ id }: { id: number }) => id === stored.id,
    )
    expect(unchanged.fileName).toBe(stored.fileName)
  })
})
