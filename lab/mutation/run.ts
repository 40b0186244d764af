import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { z } from '@shared/zod'
import { groups } from './groups'
import { makeMutants, type Mutant } from './mutants'
import { addSwitches } from './switches'

const outcome = z.object({
  group: z.string(),
  file: z.string(),
  line: z.number(),
  rule: z.string(),
  /** The test that failed without the rule; null when all passed. */
  heldBy: z.string().nullable(),
})

/** What was held in an earlier run. */
const read = (path: string) =>
  outcome
    .array()
    .parse(JSON.parse(readFileSync(path, 'utf8')))
    .filter(({ heldBy }) => heldBy)

const git = (tree: string, ...args: string[]) =>
  execFileSync('git', ['-C', tree, ...args], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

/** The tree as it is, with its build and its packages, to change files in. */
function copyTree(tree: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'portal-mutants-'))
  for (const path of git(tree, 'ls-files', '-co', '--exclude-standard'))
    cpSync(join(tree, path), join(copy, path), { recursive: true })
  cpSync(join(tree, 'dist'), join(copy, 'dist'), { recursive: true })
  symlinkSync(resolve(tree, 'node_modules'), join(copy, 'node_modules'))
  // Beside other work, a test that is slow must not pass for one that fails; some mutants hang until then.
  const config = join(copy, 'tests/vitest.config.ts')
  const text = readFileSync(config, 'utf8').replaceAll(' 60_000', ' 120_000')
  writeFileSync(join(copy, 'original.config.ts'), text)
  return copy
}

/** Keeps the order in which tests are handed over. */
class InOrder extends BaseSequencer {
  override sort = (specifications: TestSpecification[]) => Promise.resolve(specifications)
}

/** Vitest in the copy; each project has what the file says, whatever is asked for here. */
function open(copy: string, workers: number, bail: number, more = '') {
  const config = join(copy, 'tests/vitest.config.ts')
  const text = readFileSync(join(copy, 'original.config.ts'), 'utf8')
  writeFileSync(config, text.replace(/maxWorkers: \d+,/, `maxWorkers: ${workers}, ${more}`))
  return createVitest('test', {
    config,
    watch: false,
    project: ['unit', 'api', 'deep'],
    reporters: [{}],
    sequence: { sequencer: InOrder },
    bail,
  })
}

const isDeep = ({ project }: TestSpecification) => project.name === 'deep'

/** The first test that failed, or null. */
async function runTests(vitest: Vitest, tests: TestSpecification[]): Promise<string | null> {
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests)
  for (const testModule of testModules) {
    const [failed] = testModule.children.allTests('failed')
    const [error] = testModule.errors()
    const what = failed?.fullName ?? error?.message.split('\n')[0]
    if (what) return `${testModule.relativeModuleId}: ${what}`
  }
  return unhandledErrors.length > 0 ? 'the run itself failed' : null
}

interface Tried {
  /** The test that holds a rule, by the rule's id. */
  held: Map<number, string>
  /** The files of tests that reach each rule, with those tests' ids. */
  reach: Map<number, Map<string, string[]>>
}

/** Runs all tests once, and each of them again without the rules that it reaches, as `runner.ts` has it. */
async function tryAll(copy: string, rules: Rule[], folders: string[]): Promise<Tried> {
  for (const file of new Set(rules.map((rule) => rule.file))) {
    const path = join(copy, file)
    const ofFile = rules.filter((rule) => rule.file === file)
    writeFileSync(path, addSwitches(readFileSync(path, 'utf8'), ofFile))
  }
  const output = join(copy, 'outcomes')
  process.env['MUTATION_OUTCOMES'] = output
  writeFileSync(output, '')
  const vitest = await open(copy, 3, 0, "runner: './lab/mutation/runner.ts',")
  const all = await vitest.globTestSpecifications(folders)
  const failed = await runTests(
    vitest,
    all.filter((one) => !isDeep(one)),
  )
  await vitest.close()
  // Repeating a test may leave what a later one fails on. Such a test holds nothing.
  if (failed) console.log(`Failed with every rule in place: ${failed}`)
  const tried: Tried = { held: new Map(), reach: new Map() }
  for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
    const [what, rule, path = '', ...test] = line.split(' ')
    const id = Number(rule)
    if (what === 'held') tried.held.set(id, `${relative(copy, path)}: ${test.join(' ')}`)
    const files = tried.reach.get(id) ?? new Map<string, string[]>()
    if (what === 'reached') files.set(path, [...(files.get(path) ?? []), test.join(' ')])
    tried.reach.set(id, files)
  }
  if (tried.reach.size === 0) throw new Error('No test has reached any rule.')
  return tried
}

/** Vitest in a copy of the tree: one Postgres and one set of transformed modules for all rules. */
async function openTests(copy: string, reach: Tried['reach']) {
  // A run ends at its first failure: more workers start for nothing.
  const vitest = await open(copy, 1, 1)
  /** How many rules a file of tests has held: one that held many is likely to hold the next. */
  const held = new Map<string, number>()

  /** Runs the tests that reach a rule, or all in the folders where that isn't known; returns the one that failed, or null. */
  async function findFailure({ id, file }: Rule, folders: string[]): Promise<string | null> {
    const isOwn = ({ moduleId }: TestSpecification) =>
      dirname(relative(copy, moduleId)) === dirname(file)
    const rank = (one: TestSpecification) =>
      (isOwn(one) ? -1000 : 0) - (held.get(one.moduleId) ?? 0)
    const found = await vitest.globTestSpecifications(folders)
    const ranked = found.toSorted((one, other) => rank(one) - rank(other))
    const all = ranked.filter((one) => !isDeep(one))
    // These take long: only those of its own folder, and last.
    const deep = ranked.filter((one) => isDeep(one) && isOwn(one))
    const reaching = all.flatMap(({ project, moduleId, pool }) => {
      const testIds = reach.get(id)?.get(moduleId)
      return testIds ? [project.createSpecification(moduleId, { testIds }, pool)] : []
    })
    const failed =
      // What no test reaches, or has no switch, may be missed by any.
      (await runTests(vitest, reaching.length > 0 ? reaching : all)) ||
      (deep.length > 0 ? await runTests(vitest, deep) : null)
    if (failed) {
      const holder = join(copy, failed.split(': ')[0] ?? '')
      held.set(holder, (held.get(holder) ?? 0) + 1)
    }
    return failed
  }
  /** Tests find this text in a file from now on. */
  function write(file: string, text: string | Buffer): void {
    writeFileSync(join(copy, file), text)
    vitest.invalidateFile(join(copy, file))
  }
  return { findFailure, write, close: () => vitest.close() }
}

type Rule = Mutant & { group: string; id: number }

const foldersOf = ({ group, file }: Rule) => [dirname(file), ...(groups[group]?.tests ?? [])]

function listMutants(tree: string, only: string[]): Rule[] {
  const chosen = Object.entries(groups).filter(([name]) => !only.length || only.includes(name))
  const mutants = chosen.flatMap(([group, { files }]) =>
    git(tree, 'ls-files', '-co', '--exclude-standard', ...files)
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .flatMap((file) => makeMutants(file, readFileSync(join(tree, file), 'utf8')))
      .map((mutant) => ({ group, ...mutant })),
  )
  // A route of money is in two groups: once is enough.
  return mutants
    .filter(({ text }, index) => mutants.findIndex((other) => other.text === text) === index)
    .map((mutant, id) => ({ ...mutant, id }))
}

/**
 * Takes the rules of money, access, decisions, sealing and limits out of the code, one at a time, and names
 * each that no unit or API test misses, nor a deep one of its folder: `npx tsx lab/mutation/run.ts [groups]`. Needs `npm run build`.
 *
 * --part 1/2: every second rule, for two runs side by side. --json FILE: writes every outcome, and leaves out what was
 * held by an earlier run. --tree FOLDER: another checkout, such as one from before a change of the tests.
 */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      part: { type: 'string', default: '1/1' },
      json: { type: 'string' },
      tree: { type: 'string', default: '.' },
    },
  })
  const tree = resolve(values.tree)
  const [part = 1, parts = 1] = values.part.split('/').map(Number)
  const outcomes = values.json && existsSync(values.json) ? read(values.json) : []
  const mutants = listMutants(tree, positionals)
    .filter(({ file, rule, line }) =>
      outcomes.every((one) => one.file !== file || one.line !== line || one.rule !== rule),
    )
    .filter((_, index) => index % parts === part - 1)
  const json = values.json && resolve(values.json)
  const copy = copyTree(tree)
  process.chdir(copy)
  const originals = new Map(mutants.map(({ file }) => [file, readFileSync(join(tree, file))]))
  const { held, reach } = await tryAll(copy, mutants, [...new Set(mutants.flatMap(foldersOf))])
  for (const [file, original] of originals) writeFileSync(join(copy, file), original)
  const tests = await openTests(copy, reach)

  function note(rule: Rule, heldBy: string | null): void {
    outcomes.push({ ...outcome.omit({ heldBy: true }).parse(rule), heldBy })
    console.log(
      `${heldBy ? 'held  ' : 'UNHELD'} ${rule.group} ${rule.file}:${rule.line}  ${rule.rule}\n         ${heldBy ?? ''}`,
    )
    if (json) writeFileSync(json, JSON.stringify(outcomes, null, 2))
  }
  try {
    for (const rule of mutants) {
      const heldBy = held.get(rule.id)
      if (heldBy) note(rule, heldBy)
    }
    // What has no switch, or is reached by no test that can be repeated.
    for (const rule of mutants.filter(({ id }) => !held.has(id))) {
      tests.write(rule.file, rule.text)
      note(rule, await tests.findFailure(rule, foldersOf(rule)))
      tests.write(rule.file, originals.get(rule.file) ?? '')
    }
  } finally {
    await tests.close()
    rmSync(copy, { recursive: true })
  }
  const unheld = outcomes.filter(({ heldBy }) => !heldBy)
  console.log(`\n${outcomes.length} rules taken out, ${unheld.length} not missed by any test`)
}

await run()
