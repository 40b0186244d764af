import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node'
import { z } from '@shared/zod'
import { groups } from './groups'
import { makeMutants, type Mutant } from './mutants'

const outcome = z.object({
  group: z.string(),
  file: z.string(),
  line: z.number(),
  rule: z.string(),
  /** The test that failed without the rule; null when all passed. */
  heldBy: z.string().nullable(),
})
type Outcome = z.infer<typeof outcome>

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
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(' 60_000', ' 120_000'))
  return copy
}

/** Tests beside a file come first, then those of its folder, then the others: most rules are held nearby. */
const distance = (file: string, test: string) => {
  const name = basename(file, '.ts')
  if (dirname(test) === dirname(file)) return basename(test).startsWith(`${name}.`) ? 0 : 1
  return test.startsWith(`${dirname(file)}/`) ? 2 : 3
}

/** Keeps the order in which tests are handed over. */
class InOrder extends BaseSequencer {
  override sort = (specifications: TestSpecification[]) => Promise.resolve(specifications)
}

/** Vitest in a copy of the tree: one Postgres and one set of transformed modules for all rules. */
async function openTests(copy: string) {
  process.chdir(copy)
  const vitest = await createVitest('test', {
    config: join(copy, 'tests/vitest.config.ts'),
    watch: false,
    // A run ends at its first failure: more workers start for nothing.
    bail: 1,
    maxWorkers: 1,
    project: ['unit', 'api'],
    reporters: [{}],
    sequence: { sequencer: InOrder },
  })

  const pathOf = (test: TestSpecification) => relative(copy, test.moduleId)

  /** Runs the tests in the folders until one fails; returns which one did, or null. */
  async function findFailure(file: string, folders: string[]): Promise<string | null> {
    const tests = (await vitest.globTestSpecifications(folders)).toSorted(
      (one, other) => distance(file, pathOf(one)) - distance(file, pathOf(other)),
    )
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
  /** Tests find this text in a file from now on. */
  function write(file: string, text: string | Buffer): void {
    writeFileSync(join(copy, file), text)
    vitest.invalidateFile(join(copy, file))
  }
  return { findFailure, write, close: () => vitest.close() }
}

function listMutants(tree: string, only: string[]): (Mutant & { group: string })[] {
  const chosen = Object.entries(groups).filter(([name]) => !only.length || only.includes(name))
  const mutants = chosen.flatMap(([group, { files }]) =>
    git(tree, 'ls-files', '-co', '--exclude-standard', ...files)
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .flatMap((file) => makeMutants(file, readFileSync(join(tree, file), 'utf8')))
      .map((mutant) => ({ group, ...mutant })),
  )
  // A route of money is in two groups: once is enough.
  return mutants.filter(
    ({ text }, index) => mutants.findIndex((other) => other.text === text) === index,
  )
}

/**
 * Takes the rules of money, access, decisions, sealing and limits out of the code, one at a time, and names
 * each that no unit or API test misses: `npx tsx lab/mutation/run.ts [groups]`. Needs `npm run build`.
 *
 * --part 1/2: every second rule, for two runs side by side. --json FILE: writes every outcome. --unheld FILE: only what an earlier run
 * found unheld. --tree FOLDER: another checkout, such as one from before a change of the tests.
 */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      part: { type: 'string', default: '1/1' },
      json: { type: 'string' },
      unheld: { type: 'string' },
      tree: { type: 'string', default: '.' },
    },
  })
  const [part = 1, parts = 1] = values.part.split('/').map(Number)
  const earlier =
    values.unheld && outcome.array().parse(JSON.parse(readFileSync(values.unheld, 'utf8')))
  const isAsked = ({ file, rule }: Mutant) =>
    !earlier || earlier.some((one) => !one.heldBy && one.file === file && one.rule === rule)
  const mutants = listMutants(values.tree, positionals)
    .filter(isAsked)
    .filter((_, index) => index % parts === part - 1)
  const json = values.json && resolve(values.json)
  const copy = copyTree(values.tree)
  const tests = await openTests(copy)
  const outcomes: Outcome[] = []
  try {
    // A test that fails anyway would hold every rule.
    for (const name of new Set(mutants.map(({ group }) => group))) {
      const failed = await tests.findFailure('', groups[name]?.tests ?? [])
      if (failed) throw new Error(`A test fails with every rule in place: ${failed}`)
    }
    for (const { text, ...mutant } of mutants) {
      const { group, file, line, rule } = mutant
      const original = readFileSync(join(copy, file))
      tests.write(file, text)
      const heldBy = await tests.findFailure(file, [dirname(file), ...(groups[group]?.tests ?? [])])
      tests.write(file, original)
      outcomes.push({ ...mutant, heldBy })
      console.log(
        `${heldBy ? 'held  ' : 'UNHELD'} ${group} ${file}:${line}  ${rule}\n         ${heldBy ?? ''}`,
      )
      if (json) writeFileSync(json, JSON.stringify(outcomes, null, 2))
    }
  } finally {
    await tests.close()
    rmSync(copy, { recursive: true })
  }
  const unheld = outcomes.filter(({ heldBy }) => !heldBy)
  console.log(`\n${outcomes.length} rules taken out, ${unheld.length} not missed by any test`)
}

await run()
