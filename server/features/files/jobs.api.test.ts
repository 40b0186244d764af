import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { ascending } from '@tests/support/portal/answers'
import { startTestApp } from '@tests/support/portal/app'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { unknownKey } from '@tests/support/samples/forms'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { removeUnclaimedCredentials } from '../credentials/queries'
import { removeContents, sweepStorage } from './jobs'
import { removeUnclaimedFiles } from './remove-unclaimed-files'

const app = await startSharedApp()
beforeEach(async () => {
  await app.db.delete(files)
  for (const path of await app.storedPaths()) await rm(join(app.uploadsDir, path))
})

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

async function place(path: string, changedAt: Date): Promise<void> {
  const full = join(app.uploadsDir, path)
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, 'x')
  await utimes(full, changedAt, changedAt)
}

/** As if all that is stored had lain there since yesterday. */
async function age(): Promise<void> {
  for (const path of await app.storedPaths()) {
    await utimes(join(app.uploadsDir, path), daysAgo(1), daysAgo(1))
  }
}

describe('the daily clean-up', () => {
  it('removes unclaimed files of 30 days, and nothing that anyone claimed', async () => {
    const old = daysAgo(31)
    const forgotten = await buildFile(app, { createdAt: old })
    const claimed = await buildFile(app, { createdAt: old, owner: await buildUser(app) })
    const orphaned = await buildFile(app, { createdAt: old, claimedAt: old })
    const recent = await buildFile(app, { createdAt: daysAgo(29) })
    await removeUnclaimedFiles(app.db, 30 * 24)
    const left = await app.db.select().from(files)
    expect(ascending(left.map(({ id }) => id))).toEqual([claimed.id, orphaned.id, recent.id])
    const { rows } = await app.pool.query(
      'select payload from graphile_worker._private_jobs where payload::text like $1',
      [`%${forgotten.storageKey}%`],
    )
    expect(rows).toHaveLength(1)
  })

  it('leaves a file to the claim that is made at this moment', async () => {
    const { id } = await buildFile(app, { createdAt: daysAgo(31) })
    const owner = await buildUser(app)
    await sendBeside(
      app,
      (tx) =>
        tx.update(files).set({ userId: owner.id, claimedAt: new Date() }).where(eq(files.id, id)),
      () => removeUnclaimedFiles(app.db, 30 * 24),
    )
    expect(await app.db.$count(files, eq(files.id, id))).toBe(1)
  })

  it('removes unclaimed credentials of 30 days alike', async () => {
    await buildCredential(app, { createdAt: daysAgo(31) })
    const owner = await buildUser(app)
    const claimed = await buildCredential(app, { createdAt: daysAgo(31), owner })
    const recent = await buildCredential(app, { createdAt: daysAgo(29) })
    await removeUnclaimedCredentials(app.db, 30)
    const left = await app.db.select().from(monitoringCredentials)
    expect(ascending(left.map(({ id }) => id))).toEqual([claimed.id, recent.id])
  })

  it('sets contents without a row aside once they are an hour old, and clears temporaries', async () => {
    const file = await buildFile(app)
    const kept = join(app.uploadsDir, file.storageKey)
    const old = daysAgo(1)
    const now = new Date()
    await utimes(kept, old, old)
    const [orphan, fresh] = [`${unknownKey()}/old.pdf`, `${unknownKey()}/new.pdf`]
    await place('.tmp/old', old)
    await place('.tmp/new', now)
    await place(orphan, old)
    await place(`.backups/${orphan}`, old)
    await place(fresh, now)
    await sweepStorage(app.db, app.storage)
    expect(await app.storedPaths()).toEqual(
      [
        `.backups/${file.storageKey}`,
        `.backups/.orphans/${orphan}`,
        `.orphans/${orphan}`,
        '.tmp/new',
        file.storageKey,
        fresh,
      ].toSorted(),
    )
  })

  it('removes what became an orphan 30 days ago', async () => {
    const orphan = `${unknownKey()}/old.pdf`
    await place(`.orphans/${orphan}`, daysAgo(31))
    await place(`.backups/.orphans/${orphan}`, daysAgo(31))
    await sweepStorage(app.db, app.storage)
    expect(await app.storedPaths()).toEqual([])
  })

  it('sets aside what a deletion is still to remove, and the deletion finds it', async () => {
    const file = await buildFile(app)
    await age()
    await app.db.delete(files)
    await sweepStorage(app.db, app.storage)
    expect(await app.storedPaths()).toHaveLength(2)
    await removeContents(app.db, app.storage, [file.storageKey])
    expect(await app.storedPaths()).toEqual([])
  })

  it('destroys nothing when the portal runs on a wrong database, and heals on the right one', async () => {
    const file = await buildFile(app)
    const before = await app.storedPaths()
    await age()
    const wrong = await startTestApp()
    await sweepStorage(wrong.db, app.storage)
    await wrong.close()
    expect(await app.storage.open(file.storageKey)).toBeNull()
    await sweepStorage(app.db, app.storage)
    expect(await app.storedPaths()).toEqual(before)
  })
})
