import { afterAll } from 'vitest'
import { startPortalProcess, type PortalProcess } from './portal-process'

/** A portal process for all tests of a file, stopped after the last. To be called at the top of the file. */
export async function startSharedPortal(settings?: Record<string, string>): Promise<PortalProcess> {
  const portal = await startPortalProcess(settings)
  afterAll(() => portal.stop())
  return portal
}
