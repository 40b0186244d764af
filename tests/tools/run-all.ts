import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from '@shared/zod'

type Command = [program: string, ...args: string[]]

/** Runs a program with its output shown as it comes; returns its exit code, null when killed. */
function run([program, ...args]: Command): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit' })
    child.once('error', () => resolve(null))
    child.once('exit', (code) => resolve(code))
  })
}

/** The same with its output kept, for what runs in parallel. */
function runQuietly([program, ...args]: Command): Promise<{ isGreen: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', (error) => resolve({ isGreen: false, output: error.message }))
    child.once('close', (code) => resolve({ isGreen: code === 0, output }))
  })
}

const npx = (...command: string[]): Command => ['npx', '--no-install', ...command]

const checks: Record<string, Command> = {
  types: npx('tsc', '--noEmit'),
  lint: npx('oxlint', '--type-aware', '--deny-warnings', '--ignore-pattern', 'lab'),
  architecture: npx('tsx', 'tests/tools/check-architecture.ts'),
  releases: npx('tsx', 'tests/tools/release.ts', 'check'),
  unused: npx('knip'),
  format: npx('prettier', '--check', '--cache', '--log-level', 'warn', '.', '!lab'),
}

/** Runs steps one after another, says how each went, and returns the names of those that failed. */
async function runSteps(steps: Record<string, Command>): Promise<string[]> {
  const failed: string[] = []
  for (const [name, command] of Object.entries(steps)) {
    const { isGreen, output } = await runQuietly(command)
    console.log(`\n${name} ${isGreen ? 'passed' : 'FAILED'}\n${output}`)
    if (!isGreen) failed.push(name)
  }
  return failed
}

/** Runs the projects of tests/vitest.config.ts that the pattern names; 'tests' failed when one of them did. */
async function runTests(projects: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-report-'))
  const reportPath = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const vitest = ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--project', projects]
  const exitCode = await run(npx(...vitest, ...reporters))
  if (existsSync(reportPath)) {
    const { testResults } = report.parse(JSON.parse(readFileSync(reportPath, 'utf8')))
    console.log([...describeSlowest(testResults), ...describeFailed(testResults)].join('\n'))
  }
  rmSync(folder, { recursive: true })
  return exitCode === 0 ? [] : ['tests']
}

const fileResult = z.object({
  name: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
  ),
})
const report = z.object({ testResults: z.array(fileResult) })
type FileResult = z.infer<typeof fileResult>

/** The ten files that took longest, so that it is seen when one becomes slow. */
function describeSlowest(results: FileResult[]): string[] {
  const lines = results
    .map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
    .toSorted((left, right) => right.ms - left.ms)
    .slice(0, 10)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${relative('.', name)}`)
  return ['The slowest files:', ...lines]
}

/** What failed and why, last: where only the end of a run's output is kept, it still says so. */
function describeFailed(results: FileResult[]): string[] {
  return results
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => [
      `\n${relative('.', name)} FAILED ${message}`.trimEnd(),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => `  ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 600)}`),
    ])
}

function finish(failed: string[]): void {
  console.log(failed.length === 0 ? 'All passed.' : `FAILED: ${failed.join(', ')}`)
  if (failed.length > 0) process.exitCode = 1
}

/**
 * `npm test`: every check, and the tests once the build is there, which the checks don’t wait for.
 * `npm run test:deep`: the build, then the tests that are slow by nature.
 */
async function runAll(isDeep: boolean): Promise<void> {
  const buildAndTest = async () => {
    const build = await runSteps({ build: ['npm', 'run', '--silent', 'build'] })
    return [...build, ...(await runTests(isDeep ? 'deep*' : '!deep*'))]
  }
  const failed = await Promise.all([runSteps(isDeep ? {} : checks), buildAndTest()])
  finish(failed.flat())
}

/** `npm run check`: every check, or `npm run check -- types lint` those that are named. */
async function runChecks(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in checks))
  if (unknown.length > 0) throw new Error(`Checks are ${Object.keys(checks).join(', ')}.`)
  const chosen = Object.entries(checks).filter(
    ([name]) => names.length === 0 || names.includes(name),
  )
  finish(await runSteps(Object.fromEntries(chosen)))
}

const [what, ...names] = process.argv.slice(2)
await (what === 'check' ? runChecks(names) : runAll(what === 'deep'))
