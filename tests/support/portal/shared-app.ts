import { afterAll, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from './app'

/** A portal for all tests of a file, closed after the last. To be called at the top of the file. */
export async function startSharedApp(
  ...options: Parameters<typeof startTestApp>
): Promise<TestApp> {
  const app = await startTestApp(...options)
  afterAll(() => app.close())
  return app
}

/** For one test: another process of the portal, with the same database and settings of its own. */
export async function startAppBeside(app: TestApp, env: Record<string, string>): Promise<TestApp> {
  const database = { url: app.databaseUrl, drop: () => Promise.resolve() }
  const other = await startTestApp({ database, env })
  onTestFinished(() => other.close())
  return other
}
