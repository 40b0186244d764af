import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startPortalProcess, testSettings } from '@tests/support/portal/portal-process'

it('a portal for the world says at its start what is not as safe as it could be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-secrets-'))
  const [shown, hidden] = [join(folder, 'data-key'), join(folder, 'pepper')]
  const { DATA_KEY, PASSWORD_PEPPER } = testSettings({ folder, port: 1 })
  await writeFile(shown, DATA_KEY, { mode: 0o644 })
  await writeFile(hidden, PASSWORD_PEPPER, { mode: 0o400 })
  const portal = await startPortalProcess({
    PUBLIC_URL: 'https://portal.example',
    TRUST_PROXY: 'loopback',
    DATA_KEY: `file:${shown}`,
    PASSWORD_PEPPER: `file:${hidden}`,
  })
  await portal.stop()
  await rm(folder, { recursive: true })
  expect(portal.output()).toContain('uploads are not checked for viruses: see CLAMD_URL')
  expect(portal.output()).toContain('without two-step login: see ADMIN_SECOND_FACTOR')
  expect(portal.output()).toContain('a file with secrets can be read by every user')
  expect(portal.output()).toContain(shown)
  expect(portal.output()).not.toContain(hidden)
})
