import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startPortalProcess, testSettings } from '@tests/support/portal/portal-process'
import { outcomeOf } from './outcome'
import { twoProcesses } from './two-processes'

const statusOf = async (address: string) => (await fetch(address)).status

it('a process that is to stop tells the balancer first, and goes on answering in the meantime', async () => {
  const portal = await startPortalProcess({ TRUST_PROXY: 'loopback' })
  try {
    expect(await statusOf(`${portal.origin}/readyz`)).toBe(200)
    const ended = once(portal.process, 'exit')
    const toldAt = Date.now()
    portal.process.kill('SIGTERM')
    await expect.poll(() => statusOf(`${portal.origin}/readyz`)).toBe(503)
    expect(await statusOf(`${portal.origin}/login`)).toBe(200)
    expect(await ended).toEqual([0, null])
    expect(Date.now() - toldAt).toBeGreaterThanOrEqual(3_000)
    expect(portal.output()).toMatch(/"msg":"stopping \(SIGTERM\)"[^]*"msg":"stopped"\}\n$/)
  } finally {
    await portal.stop()
  }
})

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

it('two processes on one database and folder behave as one portal', async () => {
  expect(await outcomeOf(twoProcesses, 1)).toBe('held')
})
