import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCounts, countTests, describeCounts, describeSlowest, type Counts } from './test-report'

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
  unused: npx('knip'),
  format: npx('prettier', '--check', '--cache', '--log-level', 'warn', '.', '!lab'),
}

/** Runs steps one after another, and says how each went. */
async function runSteps(steps: Record<string, Command>): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const [name, command] of Object.entries(steps)) {
    const { isGreen, output } = await runQuietly(command)
    console.log(`\n${name} ${isGreen ? 'passed' : 'FAILED'}\n${output}`)
    counts[isGreen ? 'passed' : 'failed'] += 1
  }
  return counts
}

/** Runs the projects of tests/vitest.config.ts that the pattern names; returns their counts and slowest files. */
async function runTests(projects: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-report-'))
  const reportPath = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const vitest = ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--project', projects]
  const exitCode = await run(['npx', '--no-install', ...vitest, ...reporters])
  const report = readIfThere(reportPath)
  rmSync(folder, { recursive: true })
  return { counts: countTests(report, exitCode), slowest: describeSlowest(report) }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * `npm test`: the build, then every check apart from the tests. `npm run test:deep`: the build, then the
 * tests that are slow by nature. The last line counts everything.
 */
async function runAll(isDeep: boolean): Promise<void> {
  const build = await runSteps({ build: ['npm', 'run', '--silent', 'build'] })
  const [checked, tests] = await Promise.all([
    runSteps(isDeep ? {} : checks),
    runTests(isDeep ? 'deep*' : '!deep*'),
  ])
  console.log(tests.slowest)
  const counts = addCounts([build, checked, tests.counts])
  console.log(describeCounts(counts))
  if (counts.failed > 0) process.exitCode = 1
}

/** `npm run check`: every check, or `npm run check -- types lint` those that are named. */
async function runChecks(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in checks))
  if (unknown.length > 0) throw new Error(`Checks are ${Object.keys(checks).join(', ')}.`)
  const chosen = Object.entries(checks).filter(
    ([name]) => names.length === 0 || names.includes(name),
  )
  const { failed } = await runSteps(Object.fromEntries(chosen))
  if (failed > 0) process.exitCode = 1
}

const [what, ...names] = process.argv.slice(2)
await (what === 'check' ? runChecks(names) : runAll(what === 'deep'))
