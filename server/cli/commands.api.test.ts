import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildFile } from '@tests/support/portal/factories'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { runFsck } from '@tests/support/portal/run-fsck'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { unknownKey } from '@tests/support/samples/forms'

const app = await startSharedApp()
const env = settingsOf(app)

it('npm run portal -- fsck says whether a portal is sound, and changes nothing', async () => {
  const { id, fileName, storageKey } = await buildFile(app)
  const before = await app.storedPaths()
  const checked = '0 accounts, 1 files with 1 contents and their copies, 0 shared logins checked'
  const inProgress = 'In progress: 0 uploads, 0 contents.'
  expect(await runFsck({ env })).toEqual({
    exitCode: 0,
    output: `${checked}.\n${inProgress}\nSound.`,
  })
  expect(await app.storedPaths()).toEqual(before)
  await rm(join(app.uploadsDir, storageKey))
  expect(await runFsck({ env }, '--fast')).toEqual({
    exitCode: 1,
    output:
      `- File ${id}, version ${id} (${fileName}): the content is missing\n` +
      `${checked}, without checksums.\n${inProgress}\nNot sound: 1 problem.`,
  })
})

it('npm run portal -- version says which version the build is, and of which commit', async () => {
  const { version, commit } = JSON.parse(await readFile('dist/package.json', 'utf8'))
  expect([version, commit]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/), expect.any(String)])
  expect(await runCommand('version', { env })).toEqual({
    exitCode: 0,
    output: `${version} (${commit})`,
  })
})

it('npm run portal -- fsck --remove-strays removes what no file has', async () => {
  await buildFile(app)
  const before = await app.storedPaths()
  const stray = join(app.uploadsDir, unknownKey())
  await mkdir(stray)
  await writeFile(join(stray, 'x.pdf'), 'x')
  await utimes(join(stray, 'x.pdf'), 0, 0)
  const { output } = await runFsck({ env }, '--remove-strays')
  expect(output).toContain('Removed: 1 contents of no file.')
  expect(await app.storedPaths()).toEqual(before)
})
