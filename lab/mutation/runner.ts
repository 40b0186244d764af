import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest'

declare global {
  /** Whether a rule is turned off; asked wherever it is applied. */
  function isOff(id: number): boolean
  function chain<Value>(id: number, value: Value, next: (value: Value) => Value): Value
}

const path = process.env['MUTATION_OUTCOMES'] ?? ''
const limitMs = 20_000
let off: number | null = null
const reached = new Set<number>()

globalThis.isOff = (id) => {
  reached.add(id)
  return off === id
}
globalThis.chain = (id, value, next) => (globalThis.isOff(id) ? value : next(value))

/** What the workers have written: a line for each rule that is held, or reached by a test. */
const readHeld = () =>
  new Set(
    (existsSync(path) ? readFileSync(path, 'utf8') : '')
      .split('\n')
      .filter((line) => line.startsWith('held '))
      .map((line) => Number(line.split(' ')[1])),
  )

/**
 * Runs each test as usual, and again without each of the rules that it reached and no test has missed yet. A test
 * holds a rule when it fails without it, and passes before and after that with all rules in place.
 */
export default class extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    await TestRunner.getTestFn(test)()
    // With what was reached before it, while the file began.
    const rules = [...reached]
    reached.clear()
    const file = test.file.filepath
    appendFileSync(path, rules.map((id) => `reached ${id} ${file} ${test.id}\n`).join(''))
    const held = readHeld()
    const open = rules.filter((id) => !held.has(id))
    // Some can't be repeated: they say nothing about a rule here.
    if (open.length === 0 || !(await passes(test))) return
    for (const id of open) {
      off = id
      const isMissed = !(await passes(test))
      off = null
      if (!isMissed) continue
      if (!(await passes(test))) return
      appendFileSync(path, `held ${id} ${file} ${test.fullTestName}\n`)
    }
  }
}

/** With what the runner keeps on it. */
type Finishing = RunnerTestCase & { onFinished?: ((context: unknown) => unknown)[] }

/** Whether a test passes once more, between the hooks that it has. */
async function passes(test: Finishing): Promise<boolean> {
  const suites: RunnerTestSuite[] = []
  for (let suite: RunnerTestSuite = test.suite ?? test.file; ; suite = suite.suite ?? test.file) {
    suites.unshift(suite)
    if (suite === test.file) break
  }
  const finish = async () => {
    for (const callback of test.onFinished?.splice(0).toReversed() ?? [])
      await callback(test.context)
  }
  const work = async () => {
    await finish()
    for (const suite of suites.toReversed())
      for (const hook of TestRunner.getSuiteHooks(suite).afterEach) await hook(test.context, suite)
    for (const suite of suites)
      for (const hook of TestRunner.getSuiteHooks(suite).beforeEach) await hook(test.context, suite)
    await TestRunner.getTestFn(test)()
  }
  const giveUp = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('It takes too long.')), limitMs).unref()
  })
  try {
    await Promise.race([work(), giveUp])
    return true
  } catch {
    return false
  }
}
