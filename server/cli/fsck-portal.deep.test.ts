import { randomUUID } from 'node:crypto'
import { readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { logInAdmin, visit, type Agent } from '@tests/support/portal/agents'
import { ctxOf } from '@tests/support/portal/ctx'
import { emptyApp } from '@tests/support/portal/empty-app'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { flipBit } from '@tests/support/portal/stored-files'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { briefly, verdictOf } from '@tests/support/portal/verdict'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { createSealer } from '../db/sealing'
import { noteDamage } from '../features/files/queries'
import { purgeCredentials } from '../features/credentials/purge-credentials'
import { fsckPortal, judgePortal } from './fsck-portal'

const app = await startSharedApp()
beforeEach(() => emptyApp(app))

async function check(options: Partial<Parameters<typeof fsckPortal>[0]> = {}) {
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  const counts = await fsckPortal({ ...app, checksums: true, ...options, report })
  expect(briefly(judgePortal(counts, { checksums: true }))).toEqual(verdictOf(problems))
  return { problems, counts }
}

async function register(proof: { uploadKey: string }): Promise<{ id: number; agent: Agent }> {
  const agent = visit(app)
  const { uploadKey } = proof
  const { body } = await agent.post('/api/register').send(buildRegistration({ uploadKey }))
  return { id: body.id, agent }
}

const run = (statement: string, ...values: unknown[]) => app.pool.query(statement, values)

/** An hour and more ago: no longer taken for an upload that is under way. */
async function makeOld(storageKey: string): Promise<void> {
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const path of [storageKey, `.backups/${storageKey}`]) {
    await utimes(join(app.uploadsDir, path), old, old)
  }
}

/** Contents without a row: old with its copy, an old copy alone, and one that is under way. */
async function keepStrays(): Promise<string[]> {
  const keys = Array.from({ length: 3 }, () => `${unknownKey()}/x.pdf`)
  for (const key of keys) await app.storage.keep(key, Buffer.from(key))
  const [whole = '', copyOnly = ''] = keys
  await makeOld(whole)
  await makeOld(copyOnly)
  await rm(join(app.uploadsDir, copyOnly))
  return keys
}

describe('a portal that was used in every way', () => {
  it('is sound', async () => {
    const admin = await logInAdmin(app)
    const [first, second, unclaimed] = [await buildFile(app), await buildFile(app), buildFile(app)]
    await unclaimed
    const { agent } = await register(first)
    await agent.post(`/api/link-file/${second.uploadKey}`).expect(200)
    const { bytes, name } = samples.png()
    await agent.post(`/api/reupload/${first.id}`).attach('file', bytes, name).expect(200)
    await admin.post(`/api/admin/files/${first.id}/restore`).send({}).expect(200)
    await register(await buildCredential(app, { notes: 'Call first.' }))

    // What an account was registered with may be deleted, and so may the account.
    const [file, credential] = [await buildFile(app), await buildCredential(app)]
    await register(file)
    await register(credential)
    await admin.delete(`/api/admin/files/${file.id}`).expect(200)
    await admin.delete(`/api/admin/credentials/${credential.id}`).expect(200)
    const gone = await register(await buildFile(app))
    await admin.delete(`/api/admin/users/${gone.id}`).expect(200)
    await makeOld(file.storageKey)

    const { problems, counts } = await check()
    expect(problems).toEqual([])
    expect(counts).toEqual({
      accounts: 5,
      files: 3,
      contents: 5,
      credentials: 1,
      // The contents of what was deleted: no job has run yet.
      inProgress: 2,
      incoming: 0,
      removed: 0,
      repaired: 0,
      problems: 0,
    })
  })
})

describe('of the documents, the check names', () => {
  it('each content and each copy that is missing, too short or altered', async () => {
    const files = [await buildFile(app), await buildFile(app), await buildFile(app)]
    const [missing, short, altered] = files.map((file) => join(app.uploadsDir, file.storageKey))
    const copies = files.map((file) => join(app.uploadsDir, '.backups', file.storageKey))
    for (const path of [missing, copies[1]]) await rm(path ?? '')
    const tagBytes = 16
    for (const path of [short, copies[2]]) await truncate(path ?? '', 10 + tagBytes)
    for (const path of [altered, copies[0]]) {
      const bytes = await readFile(path ?? '')
      bytes[100] = (bytes[100] ?? 0) ^ 1
      await writeFile(path ?? '', bytes)
    }
    const [a, b, c] = files.map(({ id, fileName }) => `File ${id}, version ${id} (${fileName}):`)
    const gone = [`${a} the content is missing`, `${b} the backup copy is missing`]
    const { problems } = await check()
    expect(problems.toSorted()).toEqual(
      [
        ...gone,
        ...[
          `${a} the backup copy`,
          `${b} the content`,
          `${c} the content`,
          `${c} the backup copy`,
        ].map((copy) => `${copy} is damaged: its checksum does not hold`),
      ].toSorted(),
    )
    const fast = await check({ checksums: false })
    const cutOff = [
      `${b} the content has 10 bytes instead of ${files[1]?.fileSize}`,
      `${c} the backup copy has 10 bytes instead of ${files[2]?.fileSize}`,
    ]
    expect(fast.problems.toSorted()).toEqual([...gone, ...cutOff].toSorted())
  })

  it('what has one whole copy takes it back when that is asked for; what has none stays named', async () => {
    const files = [await buildFile(app), await buildFile(app), await buildFile(app)]
    const [lost = '', altered = '', gone = ''] = files.map(({ storageKey }) => storageKey)
    const at = (...path: string[]) => join(app.uploadsDir, ...path)
    await rm(at(lost))
    await flipBit(at('.backups', altered))
    await flipBit(at(gone))
    await rm(at('.backups', gone))
    await noteDamage(app.db, lost, true)
    const { problems, counts } = await check({ repairs: true, checksums: false })
    expect(problems).toEqual([expect.stringContaining('the backup copy is missing')])
    expect(counts).toMatchObject({ repaired: 1 })
    expect(await check({ repairs: true })).toMatchObject({ counts: { repaired: 1, problems: 2 } })
    expect((await check()).problems).toHaveLength(2)
    expect(await readFile(at(lost))).toEqual(await readFile(at('.backups', lost)))
    const { rows } = await run('select from file_versions where is_damaged')
    expect(rows).toEqual([])
    expect(judgePortal(counts, { checksums: false }).output).toContain(
      'Repaired: 1, from the other',
    )
  })

  it('none that is deleted between being listed and being looked at', async () => {
    const file = await buildFile(app)
    const read = async (storageKey: string) => {
      await run('delete from files where id = $1', file.id)
      await app.storage.remove(storageKey)
      return app.storage.read(storageKey)
    }
    expect((await check({ storage: { ...app.storage, read } })).problems).toEqual([])
  })

  it('an earlier version that is missing', async () => {
    const file = await buildFile(app)
    const { agent } = await register(file)
    const { bytes, name } = samples.png()
    await agent.post(`/api/reupload/${file.id}`).attach('file', bytes, name).expect(200)
    await rm(join(app.uploadsDir, file.storageKey))
    expect((await check()).problems).toEqual([
      `File ${file.id}, version 1 (${file.fileName}): the content is missing`,
    ])
  })

  it('what no file has, once it is too old to be under way', async () => {
    const [whole, copyOnly] = await keepStrays()
    await writeFile(join(app.storage.incoming, 'arriving'), 'x')
    const { problems, counts } = await check()
    expect(problems).toEqual([
      `${whole}: stored, but of no file`,
      `${copyOnly}: stored, but of no file`,
    ])
    expect(counts).toMatchObject({ inProgress: 1, incoming: 1, removed: 0 })
    await rm(join(app.storage.incoming, 'arriving'))
  })

  it('what no file has, and removes it when it is told to, and nothing else', async () => {
    const files = [await buildFile(app), await buildFile(app)]
    for (const { storageKey } of files) await makeOld(storageKey)
    const [, , fresh] = await keepStrays()
    const { problems, counts } = await check({ removesStrays: true })
    expect([problems, counts.removed]).toEqual([[], 2])
    const kept = [fresh ?? '', ...files.map(({ storageKey }) => storageKey)]
    expect(await app.storedPaths()).toEqual(
      kept.flatMap((key) => [key, `.backups/${key}`]).toSorted(),
    )
  })

  it('what no file has, but removes nothing in a database that may be the wrong one', async () => {
    await buildFile(app)
    await keepStrays()
    const before = await app.storedPaths()
    await expect(check({ removesStrays: true })).rejects.toThrow('Is this the right database?')
    expect(await app.storedPaths()).toEqual(before)
  })

  it('a shown content that is no version of the file', async () => {
    const [one, other] = [await buildFile(app), await buildFile(app)]
    await run('update files set storage_key = $1 where id = $2', other.storageKey, one.id)
    await run('update files set sha256 = $1 where id = $2', one.sha256, other.id)
    expect((await check()).problems).toEqual(
      [one, other].map(({ id }) => `File ${id}: the content it shows is none of its versions`),
    )
    await run(`update files set quarantine = 'infected'`)
    expect((await check()).problems).toEqual([])
  })
})

describe('of accounts and claims, the check names', () => {
  it('a fourth file', async () => {
    const file = await buildFile(app)
    const owner = await register(file)
    for (let count = 2; count <= 3; count += 1) await buildFile(app, { owner })
    expect((await check()).problems).toEqual([])
    const fourth = await buildFile(app, { owner })
    expect((await check()).problems).toEqual([`File ${fourth.id}: its owner has more than 3 files`])
  })

  it('an account without its proof, and one that no event records', async () => {
    const [file, credential] = [await buildFile(app), await buildCredential(app)]
    const [one, other] = [await register(file), await register(credential)]
    const unknown = await buildUser(app)
    await buildFile(app, { owner: other })
    await run('update files set user_id = null, claimed_at = null where id = $1', file.id)
    await run('delete from monitoring_credentials where id = $1', credential.id)
    expect((await check()).problems).toEqual([
      `Account ${one.id}: it does not have what it was registered with`,
      `Account ${other.id}: it does not have what it was registered with`,
      `Account ${unknown.id}: nothing tells of its registration`,
    ])
  })

  it('no account whose shared login was withdrawn, or deleted after the decision', async () => {
    const [withdrawn, purged] = [await buildCredential(app), await buildCredential(app)]
    const [one, other] = [await register(withdrawn), await register(purged)]
    await one.agent.delete(`/api/credit-credentials/${withdrawn.id}`).expect(200)
    const decided = "status = 'approved', status_at = now() - interval '31 days'"
    await run(`update users set ${decided} where id = $1`, other.id)
    await purgeCredentials(ctxOf(app))
    expect((await check()).problems).toEqual([])
  })

  it('a registration without its account', async () => {
    const { id } = await register(await buildFile(app))
    await run('delete from users where id = $1', id)
    expect((await check()).problems).toEqual([`Account ${id}: it was registered, but is not there`])
  })

  it('what has an owner who never claimed it, or another than who did', async () => {
    const [owner, other] = [
      await register(await buildFile(app)),
      await register(await buildFile(app)),
    ]
    const [file, linked] = [await buildFile(app, { owner }), await buildFile(app)]
    const credential = await buildCredential(app, { owner })
    await owner.agent.post(`/api/link-file/${linked.uploadKey}`).expect(200)
    await run('update files set user_id = $1 where id = $2', other.id, linked.id)
    await run('update files set claimed_at = null where id = $1', file.id)
    await run('update monitoring_credentials set claimed_at = null')
    expect((await check()).problems).toEqual([
      `File ${file.id}: it has an owner, but was never claimed`,
      `File ${linked.id}: it was claimed by someone other than its owner`,
      `Shared login ${credential.id}: it has an owner, but was never claimed`,
    ])
  })

  it('one key of two things', async () => {
    const file = await buildFile(app)
    await buildCredential(app, { uploadKey: file.uploadKey })
    expect((await check()).problems).toEqual([`File ${file.id}: a shared login has the same key`])
  })
})

describe('of shared logins, the check names', () => {
  it('those that the configured keys do not open', async () => {
    const credential = await buildCredential(app, { notes: 'Call first.' })
    await buildCredential(app)
    const sealer = createSealer([Buffer.from(randomUUID().slice(0, 32))])
    expect((await check({ sealer })).problems).toEqual([
      `monitoring_credentials.sealed_password of id ${credential.id}: DATA_KEY does not open it`,
      `monitoring_credentials.sealed_password of id ${credential.id + 1}: DATA_KEY does not open it`,
      `monitoring_credentials.sealed_notes of id ${credential.id}: DATA_KEY does not open it`,
    ])
    expect((await check()).problems).toEqual([])
  })
})
