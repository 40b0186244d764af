import { drawFreePort } from '@server/free-port'
import { startBalancer } from '../cluster/balancer'
import { startPortalProcess, type PortalProcess } from '@tests/support/portal/portal-process'
import { median } from './report'

export interface BenchPortals {
  /** Where people go. */
  origin: string
  /** Holds what all of them keep. */
  first: PortalProcess
  pids: number[]
  stop: () => Promise<void>
}

/** One portal, or several behind HAProxy. */
export async function startPortals(
  settings: Record<string, string>,
  count: number,
): Promise<BenchPortals> {
  if (count === 1) {
    const first = await startPortalProcess(settings)
    return { origin: first.origin, first, pids: pidsOf([first]), stop: first.stop }
  }
  const frontPort = await drawFreePort()
  const origin = `http://localhost:${frontPort}`
  const shared = { ...settings, PUBLIC_URL: origin, TRUST_PROXY: 'loopback' }
  const first = await startPortalProcess(shared)
  const portals = [first]
  const stopPortals = async () => {
    for (const portal of portals.toReversed()) await portal.stop()
  }
  try {
    const { UPLOADS_DIR = '' } = first.env
    for (let nth = 1; nth < count; nth += 1) {
      portals.push(await startPortalProcess({ ...shared, UPLOADS_DIR }))
    }
    const balancer = await startBalancer(
      frontPort,
      portals.map((portal) => portal.origin),
    )
    return {
      origin,
      first,
      pids: pidsOf(portals),
      async stop() {
        await balancer.stop()
        await stopPortals()
      },
    }
  } catch (error) {
    await stopPortals()
    throw error
  }
}

/** Milliseconds from the start of the program to `/readyz`, which is asked every 50: the median of five. */
export async function measureStart(settings: Record<string, string>): Promise<number> {
  // The first one makes the administrator.
  const first = await startPortalProcess(settings)
  try {
    await first.end()
    const starts: number[] = []
    for (let nth = 0; nth < 5; nth += 1) {
      const began = performance.now()
      const next = await startPortalProcess(settings, first)
      starts.push(performance.now() - began)
      await next.end()
    }
    return median(starts)
  } finally {
    await first.stop()
  }
}

const pidsOf = (portals: readonly PortalProcess[]) => portals.map(({ process }) => process.pid ?? 0)
