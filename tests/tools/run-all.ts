import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

const steps: [name: string, program: string, args: string[]][] = [
  ['Format', 'npx', ['--no-install', 'prettier', '--check', '--log-level', 'warn', '.']],
  ['Lint', 'npm', ['run', '--silent', 'lint']],
  ['Types', 'npm', ['run', '--silent', 'types']],
  ['Architecture', 'npm', ['run', '--silent', 'architecture']],
  ['Unused', 'npm', ['run', '--silent', 'unused']],
  ['Build', 'npm', ['run', '--silent', 'build']],
]

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
  let passed = 0
  let failed = 0
  for (const [name, program, args] of steps) {
    console.log(`\n${name}`)
    const isGreen = (await run(program, args)) === 0
    console.log(isGreen ? 'passed' : 'FAILED')
    if (isGreen) passed += 1
    else failed += 1
  }
  const tests = await runTests()
  passed += tests.passed
  failed += tests.failed
  console.log(describeCounts({ passed, failed, skipped: tests.skipped }))
  if (failed > 0) process.exitCode = 1
}

await runAll()
