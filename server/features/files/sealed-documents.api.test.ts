import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { removeContents } from './jobs'

const app = await startSharedApp()
const marker = 'A marker that is only in this document'

async function buildReadable(size = 200_000) {
  const owner = await buildUser(app)
  const sample = samples.pdf({ text: marker, size })
  const file = await buildFile(app, { owner, sample })
  const agent = await logIn(app, owner)
  return { file, sample, agent, path: `/uploads/${file.uploadKey}/${file.fileName}` }
}

const pathOf = (storageKey: string, folder = '') => join(app.uploadsDir, folder, storageKey)

describe('an uploaded document', () => {
  it('is on no disk as it came, and reaches its owner as it came', async () => {
    const { sample, agent, path } = await buildReadable()
    expect(sample.bytes.includes(marker)).toBe(true)
    for (const stored of await app.storedPaths()) {
      expect((await readFile(join(app.uploadsDir, stored))).includes(marker)).toBe(false)
    }
    const whole = await agent.get(path).responseType('blob').expect(200)
    expect(sample.bytes.equals(whole.body)).toBe(true)
    const part = await agent
      .get(path)
      .set('Range', 'bytes=65530-131080')
      .responseType('blob')
      .expect(206)
    expect(sample.bytes.subarray(65_530, 131_081).equals(part.body)).toBe(true)
  })

  it('cannot be exchanged for another, sealed or plain', async () => {
    const [one, other] = [await buildReadable(), await buildReadable()]
    expect(one.sample.bytes).toHaveLength(other.sample.bytes.length)
    const { storageKey } = one.file
    await copyFile(pathOf(other.file.storageKey), pathOf(storageKey))
    await one.agent.get(one.path).expect(404)
    await writeFile(pathOf(storageKey), one.sample.bytes)
    await one.agent.get(one.path).expect(404)
  })

  it('comes back with Restore from its sealed copy', async () => {
    const { file, sample, agent, path } = await buildReadable()
    await writeFile(pathOf(file.storageKey), sample.bytes)
    await agent.get(path).expect(404)
    const admin = await logInAdmin(app)
    await admin.post(`/api/admin/files/${file.id}/restore`).send({}).expect(200)
    const { body } = await agent.get(path).responseType('blob').expect(200)
    expect(sample.bytes.equals(body)).toBe(true)
  })

  it('is gone from every copy of its bytes once it is removed', async () => {
    const { file, agent } = await buildReadable()
    const copy = await readFile(pathOf(file.storageKey))
    await agent.get('/api/user').expect(200)
    await app.pool.query('delete from files where id = $1', [file.id])
    await removeContents(app.db, app.storage, [file.storageKey])
    const { rows } = await app.pool.query('select id from content_keys where storage_key = $1', [
      file.storageKey,
    ])
    expect(rows).toEqual([])
    expect(copy.includes(marker)).toBe(false)
  })
})
