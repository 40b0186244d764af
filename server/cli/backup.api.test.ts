import { expect, it } from 'vitest'
import { backupKey, makeEmptyPlace, makeTestFolder } from '@tests/support/portal/backups'
import { buildFile } from '@tests/support/portal/factories'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const settings = { ...settingsOf(app), BACKUP_KEY: backupKey.toString('base64') }

it('npm run backup and npm run restore say what they did, and what to do', async () => {
  await buildFile(app)
  const folder = await makeTestFolder()
  const withoutKey = await runCommand(
    'backup',
    { env: { ...settings, BACKUP_KEY: '' } },
    '--to',
    folder,
  )
  expect(withoutKey).toEqual({
    exitCode: 2,
    output:
      '- BACKUP_KEY is missing. `openssl rand -base64 32` makes one; keep a copy of it away from this machine.',
  })
  const made = await runCommand('backup', { env: settings }, '--to', folder)
  expect(made.output).toMatch(
    /^Backup \S+: everything up to \S+; \d+ rows, 1 documents, 1 of them new\.$/,
  )
  expect(made.exitCode).toBe(0)

  const place = await makeEmptyPlace()
  const to = { ...settings, DATABASE_URL: place.databaseUrl, UPLOADS_DIR: place.uploadsDir }
  const otherPepper = { ...to, PASSWORD_PEPPER: 'another-password-pepper-0123456789abc' }
  const checked = await runCommand('restore', { env: otherPepper }, '--from', folder, '--check')
  expect(checked).toEqual({
    exitCode: 2,
    output: '- PASSWORD_PEPPER is not the one of the portal that was backed up.',
  })
  const restored = await runCommand('restore', { env: to }, '--from', folder)
  expect(restored.output).toMatch(/1 documents, 0 of them damaged\.\nRestored\.[^]*\nSound\.$/)
  expect(restored.exitCode).toBe(0)
})
