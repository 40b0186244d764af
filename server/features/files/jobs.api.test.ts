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
import { portalItself } from '../audit/record-event'
import { createCtx } from '../../ctx'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { removeUnclaimedCredentials } from '../credentials/queries'
import { removeUnclaimedFiles, sweepStorage } from './delete-file'

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

describe('the daily clean-up', () => {
  it('removes unclaimed files of 30 days, and nothing that anyone claimed', async () => {
    const old = daysAgo(31)
    const forgotten = await buildFile(app, { createdAt: old })
    const claimed = await buildFile(app, { createdAt: old, owner: await buildUser(app) })
    const orphaned = await buildFile(app, { createdAt: old, claimedAt: old })
    const recent = await buildFile(app, { createdAt: daysAgo(29) })
    await removeUnclaimedFiles(createCtx(app, portalItself), 30 * 24)
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
      () => removeUnclaimedFiles(createCtx(app, portalItself), 30 * 24),
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

  it('clears away uploads that were killed an hour ago, and leaves contents without a row', async () => {
    const file = await buildFile(app)
    const stray = `${unknownKey()}/old.pdf`
    await place('.tmp/old', daysAgo(1))
    await place('.tmp/new', new Date())
    await place(stray, daysAgo(40))
    await sweepStorage(app.db, app.storage)
    expect(await app.storedPaths()).toEqual(
      [`.backups/${file.storageKey}`, '.tmp/new', file.storageKey, stray].toSorted(),
    )
  })

  it('destroys nothing when the portal runs on a wrong database', async () => {
    await buildFile(app)
    for (const path of await app.storedPaths())
      await utimes(join(app.uploadsDir, path), daysAgo(40), daysAgo(40))
    const before = await app.storedPaths()
    const wrong = await startTestApp()
    await sweepStorage(wrong.db, app.storage)
    await wrong.close()
    expect(await app.storedPaths()).toEqual(before)
  })
})
