import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestPostgres } from './postgres'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

/** One Postgres for the whole run; every test file clones its database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  const { adminUrl, portalUrl, superuserUrl, template } = postgres
  project.provide('postgres', { adminUrl, portalUrl, superuserUrl, template })
  return () => postgres.stop()
}
