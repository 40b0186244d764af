import { once } from 'node:events'
import { expect, it } from 'vitest'
import { startPortalProcess } from '@tests/support/portal/portal-process'

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
  } finally {
    await portal.stop()
  }
})
