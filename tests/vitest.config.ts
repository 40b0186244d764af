import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The files that a worker runs share what it has loaded: to load the portal, React or Playwright for each
 * of them again took as long as many of the tests.
 */
const sharing = { isolate: false, unstubGlobals: true, unstubEnvs: true }

/** `npm run test:deep` runs these, and all of `tests/deploy` and `tests/faults`. */
const deep = '**/*.deep.test.ts'
/** They judge how long people wait, or how soon a killed portal is well again: nothing else runs beside them. */
const timed = 'tests/faults/{fair,killed}.test.ts'
const journeysSetup = 'tests/e2e/global-setup.ts'

/** Each journey alone nearly fills two cores with a browser, a portal and Postgres. */
const journeysAlone = { maxWorkers: 2, sequence: { groupOrder: 1 } }

/** Every automated test; three workers keep two cores busy, as some tests mostly wait. */
export default defineConfig({
  root,
  resolve: { tsconfigPaths: true },
  test: {
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...sharing,
          name: 'unit',
          include: ['{shared,server,tests/support,tests/tools}/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', deep],
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
        },
      },
      {
        extends: true,
        test: {
          ...sharing,
          name: 'api',
          include: ['server/**/*.api.test.ts'],
          globalSetup: ['tests/support/portal/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...sharing,
          ...journeysAlone,
          name: 'journeys',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [deep],
          globalSetup: [journeysSetup],
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          include: [
            '{server,shared,tests/hostile,tests/support,tests/tools}/**/*.deep.test.ts',
            'tests/{deploy,faults}/**/*.test.ts',
          ],
          exclude: [timed],
          globalSetup: ['tests/support/portal/global-setup.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep-timed',
          include: [timed],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...sharing,
          ...journeysAlone,
          name: 'deep-journeys',
          include: ['tests/e2e/**/*.deep.test.ts'],
          globalSetup: [journeysSetup],
        },
      },
    ],
  },
})
