import { afterAll } from 'vitest'
import { startTestApp, type TestApp } from './app'

/** A portal for all tests of a file, closed after the last. To be called at the top of the file. */
export async function startSharedApp(
  ...options: Parameters<typeof startTestApp>
): Promise<TestApp> {
  const app = await startTestApp(...options)
  afterAll(() => app.close())
  return app
}
