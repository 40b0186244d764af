import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestPostgres } from './postgres'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

interface Shared {
  server?: ReturnType<typeof startTestPostgres> | undefined
  projects: number
}

/** Vitest loads this module again for each project of a run, always in one process. */
const holder: typeof globalThis & { sharedTestPostgres?: Shared } = globalThis
const shared = (holder.sharedTestPostgres ??= { projects: 0 })

/** One Postgres for all projects of a run; every test file clones its database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.projects += 1
  shared.server ??= startTestPostgres()
  const server = await shared.server
  const { adminUrl, portalUrl, superuserUrl, template } = server
  project.provide('postgres', { adminUrl, portalUrl, superuserUrl, template })
  return async () => {
    shared.projects -= 1
    if (shared.projects > 0) return
    shared.server = undefined
    await server.stop()
  }
}
