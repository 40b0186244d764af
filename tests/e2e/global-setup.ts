import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareBrowser, type BrowserInstall } from '@tests/support/client/browser'
import providePostgres from '@tests/support/portal/global-setup'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import { cloneDatabase } from '@tests/support/portal/postgres'

declare module 'vitest' {
  interface ProvidedContext {
    browser: BrowserInstall
    origin: string
    /** Where that portal keeps the documents, in a folder per uploadKey. */
    uploadsDir: string
  }
}

/** One browser install, one Postgres and one portal, built for production, for all journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, releasePostgres] = await Promise.all([prepareBrowser(), providePostgres(project)])
  const database = await cloneDatabase(project.getProvidedContext().postgres)
  const portal = await startPortalProcess({
    DATABASE_URL: database.url,
    TRUST_PROXY: 'loopback',
  })
  project.provide('browser', browser)
  project.provide('origin', portal.origin)
  project.provide('uploadsDir', join(portal.folder, 'uploads'))
  return async () => {
    await portal.stop()
    await database.drop()
    await releasePostgres()
  }
}
