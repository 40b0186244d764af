import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareBrowser, type BrowserInstall } from '@tests/support/client/browser'
import { startPortalProcess } from '@tests/support/portal/portal-process'

declare module 'vitest' {
  interface ProvidedContext {
    browser: BrowserInstall
    origin: string
    /** Where that portal keeps the documents, in a folder per uploadKey. */
    uploadsDir: string
  }
}

/** One browser install and one portal, built for production, for all journeys. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, portal] = await Promise.all([prepareBrowser(), startPortalProcess()])
  project.provide('browser', browser)
  project.provide('origin', portal.origin)
  project.provide('uploadsDir', join(portal.folder, 'uploads'))
  return portal.stop
}
