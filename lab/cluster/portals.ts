import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawFreePort } from '@server/free-port'
import { startBalancer } from './balancer'
import { linkDatabase, type DatabaseLink } from '@tests/support/portal/database-link'
import { startPortalProcess, type PortalProcess } from '@tests/support/portal/portal-process'

const count = 3

/** Three portals behind a balancer that sends each call to any of them. */
export interface Portals {
  /** Where people go. */
  front: string
  /** Settings for commands against them. */
  env: PortalProcess['env']
  kill(nth: number): Promise<void>
  /** In place of one, on its port, once that has ended; of another build if one is named. */
  replace(nth: number, build?: string): Promise<void>
  nths: readonly number[]
  /** The way from one portal to its database. */
  links: readonly DatabaseLink[]
  stop(): Promise<void>
}

export async function startPortals(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<Portals> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-lab-documents-'))
  const frontPort = await drawFreePort()
  const front = `http://localhost:${frontPort}`
  const links: DatabaseLink[] = []
  const portals: PortalProcess[] = []
  const settingsOf = (link: DatabaseLink) => ({
    DATABASE_URL: link.url,
    PUBLIC_URL: front,
    TRUST_PROXY: 'loopback',
    UPLOADS_DIR: join(folder, 'uploads'),
    SECOND_COPY_DIR: join(folder, 'copies'),
    LOG_LEVEL: 'warn',
    ...settings,
  })
  const stopPortals = async () => {
    await Promise.all(portals.map((portal) => portal.stop()))
    await Promise.all(links.map((link) => link.close()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let nth = 0; nth < count; nth += 1) {
      const link = await linkDatabase(databaseUrl)
      links.push(link)
      portals.push(await startPortalProcess(settingsOf(link)))
    }
    const origins = portals.map(({ origin }) => origin)
    const balancer = await startBalancer(frontPort, origins)
    return {
      front,
      links,
      nths: [...portals.keys()],
      env: { ...portals[0]?.env, DATABASE_URL: databaseUrl },
      kill: async (nth) => portals[nth]?.kill(),
      async replace(nth, build) {
        const [portal, link] = [portals[nth], links[nth]]
        if (!portal || !link) throw new Error('There is no such portal.')
        await portal.end()
        portals[nth] = await startPortalProcess(settingsOf(link), portal, build)
      },
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
