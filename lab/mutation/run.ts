import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from '@shared/zod'
import { groups } from './groups'
import { makeMutants, type Mutant } from './mutants'

const testReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})
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
  // A run ends at its first failure: more workers start for nothing.
  const config = join(copy, 'tests/vitest.config.ts')
  writeFileSync(config, readFileSync(config, 'utf8').replace('maxWorkers: 3', 'maxWorkers: 1'))
  return copy
}

/** Runs tests until one fails; returns which one did. */
function findFailure(copy: string, tests: string[]): string | null {
  const report = join(copy, 'mutant-report.json')
  const projects = ['--project', 'unit', '--project', 'api']
  const speed = ['--bail', '1', '--experimental.fsModuleCache']
  const args = ['run', '--config', 'tests/vitest.config.ts', ...speed, ...projects, ...tests]
  const reporter = ['--reporter', 'json', '--outputFile', report]
  const { status } = spawnSync('node_modules/.bin/vitest', [...args, ...reporter], { cwd: copy })
  if (status === 0) return null
  const { testResults } = testReport.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.find((test) => test.status === 'failed')
    const what = failed?.fullName ?? message.split('\n')[0]
    return what
      ? [{ isTest: Boolean(failed), text: `${name.replace(`${copy}/`, '')}: ${what}` }]
      : []
  })
  // After the first failure, files that are left may fail to start.
  const first = failures.find(({ isTest }) => isTest) ?? failures[0]
  return first?.text ?? 'the run itself failed'
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
function run(): void {
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
  const copy = copyTree(values.tree)
  const outcomes: Outcome[] = []
  try {
    for (const { text, ...mutant } of mutants) {
      const { group, file, line, rule } = mutant
      const path = join(copy, file)
      const original = readFileSync(path)
      writeFileSync(path, text)
      const heldBy = findFailure(copy, [dirname(file), ...(groups[group]?.tests ?? [])])
      writeFileSync(path, original)
      outcomes.push({ ...mutant, heldBy })
      console.log(
        `${heldBy ? 'held  ' : 'UNHELD'} ${group} ${file}:${line}  ${rule}\n         ${heldBy ?? ''}`,
      )
      if (values.json) writeFileSync(values.json, JSON.stringify(outcomes, null, 2))
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
  const unheld = outcomes.filter(({ heldBy }) => !heldBy)
  console.log(`\n${outcomes.length} rules taken out, ${unheld.length} not missed by any test`)
}

run()
