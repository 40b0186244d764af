import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { listContents } from '@tests/support/portal/earlier-contents'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { samples } from '@tests/support/samples/samples'
import { auditEvents } from '../../db/schema/audit-events'
import { files } from '../../db/schema/files'
import { openStorage } from '../../open-storage'
import { fsckContents } from './fsck/contents'
import { removeContents, sweepStorage } from './jobs'
import { sealStoredContents } from './seal-stored-contents'

const marker = 'A marker that is only in this document'
/** A portal of before documents were sealed. */
let app: TestApp
/** The storage of the same portal after its update. */
let storage: TestApp['storage']

beforeAll(async () => {
  app = await startTestApp({ env: { SEAL_DOCUMENTS: 'off' } })
  storage = await openStorage({ ...app.env, sealsDocuments: true }, app.db, app.logger)
})
afterAll(() => app.close())
beforeEach(() => app.pool.query('delete from files'))

const seal = () => sealStoredContents({ db: app.db, storage })

/** Does something else once the sealed bytes are stored, and before they are shown; answers what came of that. */
async function sealWhile<Result>(act: () => PromiseLike<Result>): Promise<Result> {
  let done: Promise<Result> | undefined
  const interrupted: typeof storage = {
    ...storage,
    async keep(staged, storageKey) {
      await storage.keep(staged, storageKey)
      done ??= Promise.resolve(act())
      await done
    },
  }
  await sealStoredContents({ db: app.db, storage: interrupted })
  if (!done) throw new Error('Nothing was sealed.')
  return done
}

async function buildPlain() {
  const owner = await buildUser(app)
  const sample = samples.pdf({ text: marker, size: 100_000 })
  const file = await buildFile(app, { owner, sample })
  const agent = await logIn(app, owner)
  return { file, sample, agent, path: `/uploads/${file.uploadKey}/${file.fileName}` }
}

type File = Awaited<ReturnType<typeof buildFile>>

const pathsOf = async ({ uploadKey }: File) =>
  (await app.storedPaths()).filter((path) => path.includes(uploadKey))

/** Of its stored bytes, those in which the marker can be read. */
async function listMarked(file: File): Promise<string[]> {
  const marked = []
  for (const path of await pathsOf(file)) {
    if ((await readFile(join(app.uploadsDir, path))).includes(marker)) marked.push(path)
  }
  return marked
}

async function rowOf(id: number) {
  const [row] = await app.db.select().from(files).where(eq(files.id, id))
  if (!row) throw new Error('It is gone.')
  return row
}

/** What the job is given that comes an hour later. */
async function listRemovals({ uploadKey }: File): Promise<string[]> {
  const { rows } = await app.pool.query<{ keys: string[] }>(
    `select payload -> 'storageKeys' as keys from graphile_worker._private_jobs
     where payload::text like $1 and run_at > now() + interval '59 minutes'`,
    [`%${uploadKey}%`],
  )
  return rows.flatMap(({ keys }) => keys)
}

const listEvents = () =>
  app.db.select().from(auditEvents).where(eq(auditEvents.action, 'documents.sealed'))

describe('sealing what is stored', () => {
  it('changes nothing for those who read, and leaves no plain byte', async () => {
    const { file, sample, agent, path } = await buildPlain()
    await agent.post(`/api/reupload/${file.id}`).attach('file', sample.bytes, sample.name)
    const before = await rowOf(file.id)
    expect(await listMarked(file)).toHaveLength(4)

    expect(await seal()).toEqual({ sealed: 2, unsealable: [] })
    const { storageKey, ...after } = await rowOf(file.id)
    expect(after).toEqual({ ...before, storageKey: undefined })
    expect(storageKey).not.toBe(before.storageKey)
    const versions = await listContents(app, file.id)
    expect(versions.map((version) => version.sha256)).toEqual([file.sha256, before.sha256])
    const { body } = await agent.get(path).responseType('blob').expect(200)
    expect(sample.bytes.equals(body)).toBe(true)

    const removals = await listRemovals(file)
    expect(removals).toContain(before.storageKey)
    await removeContents(app.db, storage, removals)
    expect(await listMarked(file)).toEqual([])
    expect(await pathsOf(file)).toHaveLength(4)
    await agent.get(path).expect(200)
  })

  it('leaves a line in the trail, and nothing to do for the next time', async () => {
    await buildPlain()
    const before = await listEvents()
    await seal()
    expect(await seal()).toEqual({ sealed: 0, unsealable: [] })
    const added = (await listEvents()).slice(before.length)
    expect(added.map(({ details }) => details)).toEqual([{ count: 1 }])
  })

  it('takes the copy where the content is damaged, and names what has neither', async () => {
    const [one, lost] = [await buildPlain(), await buildPlain()]
    await rm(join(app.uploadsDir, one.file.storageKey))
    for (const folder of ['', '.backups']) {
      await writeFile(join(app.uploadsDir, folder, lost.file.storageKey), 'something else')
    }
    const unsealable = [
      `File ${lost.file.id}, version ${(await listContents(app, lost.file.id))[0]?.id}`,
    ]
    expect(await seal()).toEqual({ sealed: 1, unsealable })
    const { body } = await one.agent.get(one.path).responseType('blob').expect(200)
    expect(one.sample.bytes.equals(body)).toBe(true)
  })

  it('does not bring back what is deleted at the same moment', async () => {
    const { file } = await buildPlain()
    const admin = await logInAdmin(app)
    const paths = await pathsOf(file)
    const deleting: typeof storage = {
      ...storage,
      async keep(staged, storageKey) {
        await storage.keep(staged, storageKey)
        await admin.delete(`/api/admin/files/${file.id}`).expect(200)
      },
    }
    expect(await sealStoredContents({ db: app.db, storage: deleting })).toMatchObject({ sealed: 0 })
    expect(await pathsOf(file)).toEqual(paths)
    expect(await app.db.$count(files, eq(files.id, file.id))).toBe(0)
  })

  it('leaves what came at the same moment as the content that is shown', async () => {
    const { file, agent } = await buildPlain()
    const again = samples.png()
    const { body } = await sealWhile(() => reuploadFile(agent, file.id, again).expect(200))
    expect(body.fileName).toBe(again.name)
    const path = `/uploads/${file.uploadKey}/${again.name}`
    const shown = await agent.get(path).responseType('blob').expect(200)
    expect(again.bytes.equals(shown.body)).toBe(true)
  })

  it('of one content by two at once leaves one sealed copy of it', async () => {
    const { file, sample, agent, path } = await buildPlain()
    expect(await sealWhile(seal)).toMatchObject({ sealed: 1 })
    const [version] = await listContents(app, file.id)
    const { body } = await agent.get(path).responseType('blob').expect(200)
    expect(sample.bytes.equals(body)).toBe(true)
    const kept = [file.storageKey, version?.storageKey].flatMap((key) => [key, `.backups/${key}`])
    expect(new Set(await pathsOf(file))).toEqual(new Set(kept))
  })

  it('is no fault to fsck, which listed the document before and looks for it afterwards', async () => {
    const { file } = await buildPlain()
    const problems: string[] = []
    const report = (problem: string) => void problems.push(problem)
    const sealing: typeof storage = {
      ...storage,
      async open(storageKey) {
        if (storageKey === file.storageKey) {
          await seal()
          await removeContents(app.db, storage, [storageKey])
        }
        return storage.open(storageKey)
      },
    }
    const check = { db: app.db, checksums: true, report }
    expect(await fsckContents({ ...check, storage: sealing })).toBe(1)
    expect(await storage.open(file.storageKey)).toBeNull()
    expect(problems).toEqual([])
    await storage.remove((await rowOf(file.id)).storageKey)
    await fsckContents({ ...check, storage })
    expect(problems).toEqual([
      expect.stringContaining('the content is missing'),
      expect.stringContaining('the backup copy is missing'),
    ])
  })

  it('that broke off between content and row leaves the document as it was', async () => {
    const { file, agent, path } = await buildPlain()
    const breaking: typeof storage = {
      ...storage,
      async keep(staged, storageKey) {
        await storage.keep(staged, storageKey)
        throw new Error('killed')
      },
    }
    const run = sealStoredContents({ db: app.db, storage: breaking })
    await expect(run).rejects.toThrow('killed')
    expect(await rowOf(file.id)).toMatchObject({ storageKey: file.storageKey })
    await agent.get(path).expect(200)
    await sweepStorage(app.db, storage)
    expect(await seal()).toMatchObject({ sealed: 1 })
    await agent.get(path).expect(200)
  })
})

describe('npm run storage:seal', () => {
  it('says how much it sealed, and what it could not seal', async () => {
    const [one, lost] = [await buildPlain(), await buildPlain()]
    for (const folder of ['', '.backups']) {
      await rm(join(app.uploadsDir, folder, lost.file.storageKey))
    }
    const { output, exitCode } = await runCommand('seal-storage', { env: settingsOf(app) })
    expect(output).toMatch(/^1 contents sealed\./)
    expect(output).toMatch(
      new RegExp(`- File ${lost.file.id}, version \\d+: no copy of it is intact`),
    )
    expect(exitCode).toBe(1)
    await one.agent.get(one.path).expect(200)
  })
})
