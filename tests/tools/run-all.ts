import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTests, describeCounts, type Counts } from './test-report'

/** Runs a program with its output shown as it comes; answers its exit code, null when killed. */
function run(program: string, args: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit' })
    child.once('error', () => resolve(null))
    child.once('exit', (code) => resolve(code))
  })
}

/** The same with its output kept, for what runs beside something else. */
function runQuietly(
  program: string,
  args: string[],
): Promise<{ isGreen: boolean; output: string }> {
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

type Step = [name: string, program: string, args: string[]]

const npmRun = (name: string, script: string): Step => [name, 'npm', ['run', '--silent', script]]

/** One of each at a time, as two cores allow; both take about as long. */
const lanes: Step[][] = [
  [
    ['Format', 'npx', ['--no-install', 'prettier', '--check', '--log-level', 'warn', '.']],
    npmRun('Architecture', 'architecture'),
    npmRun('Unused', 'unused'),
  ],
  [npmRun('Build', 'build'), npmRun('Lint', 'lint'), npmRun('Types', 'types')],
]

/** Answers for each step whether it was green. */
async function runLane(lane: Step[]): Promise<boolean[]> {
  const results: boolean[] = []
  for (const [name, program, args] of lane) {
    const { isGreen, output } = await runQuietly(program, args)
    console.log(`\n${name}\n${output}${isGreen ? 'passed' : 'FAILED'}`)
    results.push(isGreen)
  }
  return results
}

/** Hashing runs five lower than the portal, at the lowest priority then. */
const testPriority = constants.priority.PRIORITY_LOW - 5

async function runTests(): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-report-'))
  const reportPath = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const vitest = ['--no-install', 'vitest', 'run', '--config', 'tests/vitest.config.ts']
  const exitCode = await run('npx', [...vitest, ...reporters])
  const counts = countTests(readIfThere(reportPath), exitCode)
  rmSync(folder, { recursive: true })
  return counts
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** `npm test`: every check, the build and every test. Its last line counts them all. */
async function runAll(): Promise<void> {
  // Reports are read at the lowest priority, 19. Beside all the tests at the usual one, a busy machine hardly comes to it.
  setPriority(Math.max(getPriority(), testPriority))
  const steps = (await Promise.all(lanes.map(runLane))).flat()
  const tests = await runTests()
  const passed = tests.passed + steps.filter((isGreen) => isGreen).length
  const failed = tests.failed + steps.filter((isGreen) => !isGreen).length
  console.log(describeCounts({ passed, failed, skipped: tests.skipped }))
  if (failed > 0) process.exitCode = 1
}

await runAll()
