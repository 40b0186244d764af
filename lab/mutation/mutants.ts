/** A file without one of its rules. */
export interface Mutant {
  file: string
  /** The first line that changes, counted from 1. */
  line: number
  /** What was taken out. */
  rule: string
  /** Where in the file it stood, and how it was written there. */
  start: number
  found: string
  text: string
}

type Operator = [pattern: RegExp, replacement: string]

/** How rules are written in this project, and what is left without each. */
const operators: readonly Operator[] = [
  // A check: `if (…) throw …`, in one line or two, or in braces. Our own mistakes are no rule.
  [/^ *if \(.*\)\n? +throw (?!error|new Error).*\)\n/gm, ''],
  [/^( *)if \(.*\) \{\n +throw (?!error|new Error)[^}]*?\n\1\}\n/gm, ''],
  // A guard or a limit before a handler. Handlers check again what `requireUser` and `requirePathId` check.
  [
    /\b(?:require(?!Same|User\b|PathId\b)[A-Z]\w+|allowBefore\w+\([^()]*\)|limits\.(?:perIp|perPerson)\([^()]*\))(?:,|(?=\]))/g,
    '',
  ],
  // A lock, or what is recorded in the same transaction.
  [/^ *await (?:lock|record|recheck|settle)\w+\(.*\)\n/gm, ''],
  [/^( *)await (?:lock|record|recheck|settle)\w+\(.*\n(?:\1 +.*\n)+\1\}\)\n/gm, ''],
  // A row lock, and what binds a sealed value to its place.
  [/^ *\.(?:for|setAAD|setAuthTag)\(.*\)\n/gm, ''],
  // A condition of a statement.
  [/^ *and (?!.*\b(?:then|end)\b)[^\n`]*(?=`|$)/gm, ''],
  [/^ *(?:eq|isNull|isNotNull|gt|lt|lte|gte|ne|inArray)\(.*\),\n/gm, ''],
  // How much one caller may have.
  [/((?:points|atOnce|perAddress|waitingPerAddress|bytes): \d[\d_]*)/g, '$1000'],
  [/(const (?:max\w+|\w+PerUser) = \d[\d_]*)/g, '$1000'],
]

const isPolicy = (file: string) => file.endsWith('/policy.ts')
const policyOperator: Operator = [/=> (?=.*(?:===|!==|<|>)).*/g, '=> true']
/** Who may do what with a row. */
const permission: Operator = [
  /^(export const (?:owns|can|may)\w+ = \(.*\): boolean =>)[^=](?:.*\n?)(?: {2}.*\n)*/gm,
  '$1 true\n',
]

const isBalanced = (text: string) => text.split('(').length === text.split(')').length

/** Every rule of a file, taken out one at a time. */
export function makeMutants(file: string, text: string): Mutant[] {
  const used = [...operators, isPolicy(file) ? policyOperator : permission]
  const endOfImports = Math.max(
    0,
    ...[...text.matchAll(/^(?:import .*|\}) from '/gm)].map(({ index }) => index),
  )
  const mutants = new Map<string, Mutant>()
  for (const [pattern, replacement] of used) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (index < endOfImports || !isBalanced(found)) continue
      // With what follows the match, at which a pattern may look.
      const rest = text.slice(index).replace(new RegExp(pattern.source, 'm'), replacement)
      const changed = text.slice(0, index) + rest
      if (changed === text) throw new Error(`Nothing was taken out of ${file}: ${found}`)
      const line = text.slice(0, index).split('\n').length
      const rule = found.replaceAll(/\s+/g, ' ').trim()
      const start = index + found.search(/\S/)
      mutants.set(changed, { file, line, rule, start, found: found.trim(), text: changed })
    }
  }
  return [...mutants.values()].toSorted((left, right) => left.line - right.line)
}
