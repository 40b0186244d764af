import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { createUnmigratedDatabase } from '@tests/support/portal/database'
import { buildFile } from '@tests/support/portal/factories'
import { settingsOf } from '@tests/support/portal/run-command'
import { runFsck } from '@tests/support/portal/run-fsck'

let app: TestApp
let env: Record<string, string | undefined>

beforeEach(async () => {
  app = await startTestApp()
  env = settingsOf(app)
})
afterEach(() => app.close())

describe('npm run fsck', () => {
  it('says that a portal is sound, and changes nothing', async () => {
    await buildFile(app)
    const before = await app.storedPaths()
    expect(await runFsck({ env })).toEqual({
      exitCode: 0,
      output:
        '0 accounts, 1 files with 1 contents and their copies, 0 shared logins checked.\n' +
        'In progress: 0 temporaries, 0 contents. Orphans: 0.\nSound.',
    })
    expect(await app.storedPaths()).toEqual(before)
  })

  it('names what does not hold, and fails', async () => {
    const { id, fileName, storageKey } = await buildFile(app)
    await rm(join(app.uploadsDir, storageKey))
    expect(await runFsck({ env }, '--fast')).toEqual({
      exitCode: 1,
      output:
        `- File ${id}, version ${id} (${fileName}): the content is missing\n` +
        '0 accounts, 1 files with 1 contents and their copies, 0 shared logins checked, ' +
        'without checksums.\n' +
        'In progress: 0 temporaries, 0 contents. Orphans: 0.\nNot sound: 1 problem.',
    })
  })

  it('does not take a folder that is not mounted, or another database, for an empty portal', async () => {
    const empty = await createUnmigratedDatabase()
    const onEmpty = await runFsck({ env: { ...env, DATABASE_URL: empty.url } })
    expect(onEmpty.exitCode).toBe(2)
    await empty.drop()
    await rename(join(app.uploadsDir, '.backups'), join(app.uploadsDir, '.unmounted'))
    const unmounted = await runFsck({ env })
    expect(unmounted).toEqual({
      exitCode: 2,
      output: `- ${app.uploadsDir}/.backups cannot be read. Is it mounted?`,
    })
    expect(await app.storedPaths()).toEqual([])
  })
})
