import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCounts, countTests, describeCounts, describeSlowest, type Counts } from './test-report'

type Command = [program: string, ...args: string[]]

/** Runs a program with its output shown as it comes; answers its exit code, null when killed. */
function run([program, ...args]: Command): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit' })
    child.once('error', () => resolve(null))
    child.once('exit', (code) => resolve(code))
  })
}

/** The same with its output kept, for what runs beside something else. */
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

const npmRun = (script: string): Command => ['npm', 'run', '--silent', script]

/** What `npm run check` does, step by step. */
const checks: Record<string, Command> = {
  Types: npmRun('types'),
  Lint: npmRun('lint'),
  Architecture: npmRun('architecture'),
  Unused: npmRun('unused'),
  Format: ['npx', '--no-install', 'prettier', '--check', '--cache', '--log-level', 'warn', '.'],
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

/** Runs the projects of tests/vitest.config.ts that the pattern names; answers their counts and slowest files. */
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
 * `npm test`: the build, then every check beside the tests. `npm run test:deep`: the build, then the
 * tests that are slow by nature. The last line counts everything.
 */
async function runAll(isDeep: boolean): Promise<void> {
  const build = await runSteps({ Build: npmRun('build') })
  const [checked, tests] = await Promise.all([
    runSteps(isDeep ? {} : checks),
    runTests(isDeep ? 'deep*' : '!deep*'),
  ])
  console.log(tests.slowest)
  const counts = addCounts([build, checked, tests.counts])
  console.log(describeCounts(counts))
  if (counts.failed > 0) process.exitCode = 1
}

await runAll(process.argv.includes('deep'))
