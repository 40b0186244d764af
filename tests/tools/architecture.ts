import { basename } from 'node:path'
import { importRules } from './layers'
import { readSource, type SourceFacts } from './read-imports'

const maxLines = 250
/** Tests and what they need are as long as their subject. */
const isTest = (path: string) => /^tests\/|\.test\.tsx?$/.test(path)
const kebabCase = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const checkedFolders = /^(client|server|shared|tests)\//
/** Files whose form their tool prescribes. */
const isConfig = (path: string) => /(\.config|\/(global-setup|runner))\.ts$/.test(path)
/** Programs apart from the portal, which no part of it imports. */
const isTool = (path: string) => /^(tests|lab)\//.test(path)

const topLevel = new Set(
  [
    ['client', 'server', 'shared', 'migrations', 'uploads', 'tests', 'lab', 'docs', '.ci'],
    [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
    ],
    ['LICENSE', 'LICENSE.md'],
    ['vite.config.ts', 'drizzle.config.ts', 'tailwind.config.ts', '.env.example'],
    ['.gitignore', '.gitattributes', '.editorconfig', '.npmrc', '.nvmrc', '.node-version'],
    ['.oxlintrc.json', '.prettierrc.json', '.prettierignore', '.dockerignore'],
  ].flat(),
)

/**
 * Everything in the project that is not where it belongs, a line each: `path: what is wrong`. Takes
 * every file's path from the root, with its text.
 */
export function checkArchitecture(files: ReadonlyMap<string, string>): string[] {
  const paths = new Set(files.keys())
  const problems: string[] = []
  const facts = new Map<string, SourceFacts>()
  for (const [path, source] of files) {
    const addProblem = (problem: string) => problems.push(`${path}: ${problem}`)
    if (/\.tsx?$/.test(path)) {
      const found = readSource(path, source, paths)
      if (found) facts.set(path, found)
      else addProblem('is no TypeScript')
    }
    for (const problem of placeProblems(path, source)) addProblem(problem)
  }
  for (const [path, found] of facts) {
    for (const problem of sourceProblems(path, found)) problems.push(`${path}: ${problem}`)
  }
  return [...new Set([...unknownTopLevel(paths), ...problems, ...findCycles(facts)])]
}

function unknownTopLevel(paths: ReadonlySet<string>): string[] {
  const entries = new Set([...paths].map((path) => path.split('/', 1).join()))
  return [...entries]
    .filter((entry) => !topLevel.has(entry))
    .map((entry) => `${entry}: does not belong at the top level`)
}

function* placeProblems(path: string, source: string): Generator<string> {
  if (!checkedFolders.test(path)) return
  if (!path.split('/').every((part) => kebabCase.test(part))) yield 'is not named in kebab-case'
  const isContent = /^client\/(src\/content|public)\//.test(path)
  const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0)
  const isLimited = /\.(tsx?|css|mjs)$/.test(path) && !isContent && !isTest(path)
  if (isLimited && lines > maxLines) yield `has ${lines} lines, more than ${maxLines}`
}

function* sourceProblems(path: string, facts: SourceFacts): Generator<string> {
  for (const imported of facts.imports) {
    for (const rule of importRules) {
      const problem = rule(path, imported)
      if (problem) yield `imports ${imported.specifier}, but ${problem}`
    }
  }
  if (facts.hasDefaultExport && !isConfig(path)) yield 'has a default export'
  if (facts.onlyReExports) yield 'only re-exports'
  if (facts.opensTransaction && /^server\/features\/.*routes\.ts$/.test(path))
    yield 'opens a transaction, which routes leave to operations'
  const mayReadEnv = path === 'server/env.ts' || isTool(path) || isTest(path) || isConfig(path)
  if (facts.readsProcessEnv && !mayReadEnv) yield 'reads process.env, which only server/env.ts may'
}

/** Each import cycle once, as `a → b → a`. */
function findCycles(facts: ReadonlyMap<string, SourceFacts>): string[] {
  const cycles: string[] = []
  const finished = new Set<string>()
  const trail: string[] = []

  function visit(path: string): void {
    if (finished.has(path)) return
    const at = trail.indexOf(path)
    if (at >= 0) {
      const names = [...trail.slice(at), path].map((one) => basename(one))
      cycles.push(`${path}: imports itself in a circle, ${names.join(' → ')}`)
      return
    }
    trail.push(path)
    for (const imported of facts.get(path)?.imports ?? []) {
      if (imported.path !== null && facts.has(imported.path)) visit(imported.path)
    }
    trail.pop()
    finished.add(path)
  }
  for (const path of facts.keys()) if (!isTool(path)) visit(path)
  return cycles
}
