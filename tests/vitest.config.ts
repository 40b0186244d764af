import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The files that a worker runs share what it has loaded: to load the portal, React or Playwright for each
 * of them anew took as long as many of the tests.
 */
const sharing = { isolate: false, unstubGlobals: true, unstubEnvs: true }

/** Every automated test; three workers keep two cores busy, as some tests mostly wait. */
export default defineConfig({
  root,
  resolve: { tsconfigPaths: true },
  test: {
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{shared,server,tests/support,tests/tools}/**/*.test.ts'],
          exclude: ['**/*.api.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          ...sharing,
          name: 'client',
          environment: 'happy-dom',
          include: ['client/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/client/client-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...sharing,
          name: 'api',
          environment: 'node',
          include: ['server/**/*.api.test.ts'],
          globalSetup: ['tests/support/portal/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...sharing,
          name: 'journeys',
          environment: 'node',
          expect: { poll: { timeout: 10_000 } },
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'deploy',
          environment: 'node',
          include: ['tests/deploy/**/*.test.ts'],
          globalSetup: ['tests/support/portal/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          environment: 'node',
          include: ['tests/hostile/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
