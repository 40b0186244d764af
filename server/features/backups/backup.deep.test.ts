import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  backupKey,
  backUp,
  check,
  makeEmptyPlace,
  makeTestFolder,
  restore,
} from '@tests/support/portal/backups'
import { createTestDatabase } from '@tests/support/portal/database'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { buildLaterRelease } from '@tests/support/portal/later-release'
import { queryAs, runAs } from '@tests/support/portal/postgres'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { createCtx } from '../../ctx'
import { connectDatabase } from '../../db/client'
import { files } from '../../db/schema/files'
import { texts } from '../../db/schema/texts'
import { secretIds } from '../../identity-secrets'
import { portalItself } from '../audit/record-event'
import { deleteFile, removeContents } from '../files/delete-file'
import { getBackupAge } from './queries'

const app = await startSharedApp()

const owner = await buildUser(app)
await buildFile(app, { owner })

describe('a backup', () => {
  it('sends no text that was still to be sent: it may have been sent since', async () => {
    const statuses = ['queued', 'sending', 'sent', 'cancelled'] as const
    const text = { userId: owner.id, kind: 'composed', recipient: '+13035550142' } as const
    const notAfter = new Date(Date.now() + 3_600_000)
    await app.db
      .insert(texts)
      .values(statuses.map((status) => ({ ...text, status, segments: 1, notAfter })))
    const folder = await makeTestFolder()
    await backUp(app, folder)
    const { databaseUrl } = await restore(folder)
    const { db, pool } = connectDatabase(databaseUrl, app.logger)
    const restored = await db.select({ status: texts.status }).from(texts).orderBy(texts.id)
    await pool.end()
    const failed = { status: 'failed' }
    expect(restored).toEqual([failed, failed, { status: 'sent' }, { status: 'cancelled' }])
    await app.db.delete(texts)
  })

  it('adds to the next one only documents that are new', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder)
    expect(await backUp(app, folder)).toMatchObject({ contents: 1, added: 0 })
    const added = await buildFile(app, { owner })
    expect(await backUp(app, folder)).toMatchObject({ contents: 2, added: 1 })
    expect((await check(folder)).problems).toEqual([])
    await deleteFile(createCtx(app, portalItself), added.id)
    expect(await backUp(app, folder)).toMatchObject({ contents: 1, added: 0 })
  })

  it('has a document that was deleted while it was made, whose bytes go once it is done', async () => {
    const gone = await buildFile(app, { owner })
    let isDeleted = false
    const storage: typeof app.storage = {
      ...app.storage,
      read: async (...of) => {
        if (!isDeleted) {
          isDeleted = true
          await deleteFile(createCtx(app, portalItself), gone.id)
          await removeContents(createCtx(app, portalItself), [gone.storageKey])
        }
        return app.storage.read(...of)
      },
    }
    const folder = await makeTestFolder()
    expect(await backUp(app, folder, { storage })).toMatchObject({ contents: 2, lost: [] })
    expect((await check(folder)).problems).toEqual([])
    const { rows } = await app.pool.query(
      `select run_at > now() as later from graphile_worker._private_jobs
       where payload::text like $1 order by later`,
      [`%${gone.storageKey}%`],
    )
    expect(rows).toEqual([{ later: false }, { later: true }])
    await removeContents(createCtx(app, portalItself), [gone.storageKey])
    expect(await app.storage.read(gone.storageKey)).toBeNull()
  })

  it('takes the second copy of a damaged document, and names one that is lost', async () => {
    const other = await buildFile(app, { owner })
    await writeFile(join(app.uploadsDir, other.storageKey), 'damaged')
    const folder = await makeTestFolder()
    expect(await backUp(app, folder)).toMatchObject({ added: 2, lost: [] })
    await rm(join(app.uploadsDir, '.backups', other.storageKey))
    const later = await makeTestFolder()
    expect(await backUp(app, later)).toMatchObject({ added: 1, lost: [other.storageKey] })
    expect((await check(later)).problems).toEqual([
      `${other.storageKey} was missing or damaged already when the backup was made`,
    ])
    await deleteFile(createCtx(app, portalItself), other.id)
  })

  it('is in the trail, and its age is known', async () => {
    await backUp(app, await makeTestFolder())
    expect(await getBackupAge(app.db)).toBeLessThan(60)
    const { rows } = await app.pool.query(
      "select details from audit_events where action = 'backup.made' order by id desc limit 1",
    )
    expect(rows[0]?.details).toMatchObject({ documents: 1, lost: 0 })
  })
})

describe('a backup of another version', () => {
  it('is brought up to date when it is older', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder, { secrets: secretIds(app.env) })
    const { databaseUrl, uploadsDir } = await makeEmptyPlace()
    const env = {
      ...settingsOf({ ...app, databaseUrl, uploadsDir }),
      BACKUP_KEY: backupKey.toString('base64'),
    }
    const { build, when, remove } = await buildLaterRelease()
    onTestFinished(remove)
    const { output } = await runCommand('restore', { env, build }, '--from', folder)
    expect(output).toContain('Restored. Now checking everything.')
    const [last] = await queryAs<{ when: string }>(
      databaseUrl,
      'select max(created_at) as when from drizzle.__drizzle_migrations',
    )
    expect(Number(last?.when)).toBe(when)
    const kept = await queryAs(databaseUrl, 'select id, later_note from files order by id')
    expect(kept).toHaveLength(await app.db.$count(files))
  })

  it('is refused when it is newer', async () => {
    const newer = await createTestDatabase()
    onTestFinished(() => newer.drop())
    await runAs(
      newer.url,
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)",
    )
    const folder = await makeTestFolder()
    await backUp({ ...app, databaseUrl: newer.url }, folder)
    await expect(restore(folder)).rejects.toThrow('a newer version of the portal')
  })
})
