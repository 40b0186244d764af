import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { explainFailure } from '../explain-failure'
import type { Verdict } from './verdict'

interface Option {
  type: 'string' | 'boolean'
  default?: string | boolean
  /** A word for the value of a string, such as FOLDER. */
  value?: string
  help: string
  isRequired?: boolean
  /** May be given several times. */
  multiple?: boolean
}
type Options = Record<string, Option>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

interface About<O extends Options> {
  options: O
  /** The exit code of a command that could not do its work; 1 unless it says otherwise. */
  cannotRun?: number
}

/** Runs one of the operator's commands with what was typed behind its name. */
export type Command = (call: { name: string; summary: string; args: string[] }) => Promise<void>

/** How a command says what it finds before it has come to its end. */
export interface Talk {
  usage: string
  /** A line for what is wrong. */
  report: (problem: string) => void
  /** A line for readers; `--json` leaves it out. */
  note: (line: string) => void
}

/** A command with its `--help`; says plainly what went wrong. `work` also gets its usage, for a call that it refuses. */
export const defineCommand = <const O extends Options>(
  about: About<O>,
  work: (values: Values<O>, usage: string) => Promise<void>,
): Command => define(about, (values, { usage }) => work(values, usage), {})

/** A command that ends with a verdict: in lines for people, with `--json` as one object and nothing else on stdout. */
export const defineReport = <const O extends Options>(
  about: About<O>,
  work: (values: Values<O>, talk: Talk) => Promise<Verdict>,
): Command =>
  define(about, work, { json: { type: 'boolean', help: 'print one JSON object, for programs' } })

function define<const O extends Options>(
  about: About<O>,
  work: (values: Values<O>, talk: Talk) => Promise<Verdict | void>,
  extra: Options,
): Command {
  return async ({ name, summary, args: typed }) => {
    const known: Options = { ...about.options, ...extra }
    const usage = describeUsage(name, known)
    if (typed.includes('--help') || typed.includes('-h')) {
      console.log([usage, '', summary, ...describeOptions(known)].join('\n'))
      return
    }
    const isJson = 'json' in extra && typed.includes('--json')
    const args = typed.filter((arg) => !isJson || arg !== '--json')
    const problems: string[] = []
    const note = (line: string) => void (isJson || console.log(line))
    const report = (problem: string) => {
      problems.push(problem)
      note(`- ${problem}`)
    }
    try {
      const { values } = parseArgs({ args, options: about.options })
      const verdict = await work(values, { usage, report, note })
      if (!verdict) return
      const { output, exitCode, facts } = verdict
      note(output)
      if (isJson) printJson({ problems, ...facts, exitCode })
      process.exitCode = exitCode
    } catch (error) {
      const exitCode = about.cannotRun ?? 1
      const lines = explainFailure(error) ?? [
        error instanceof Error ? error.message : String(error),
      ]
      if (isJson) printJson({ problems: [...problems, ...lines], exitCode })
      else console.error(lines.map((line) => `- ${line}`).join('\n'))
      process.exitCode = exitCode
    }
  }
}

const printJson = (value: object) => console.log(JSON.stringify(value, null, 2))

function describeUsage(name: string, options: Options): string {
  const parts = Object.entries(options).map(([option, about]) =>
    about.isRequired ? nameOption(option, about) : `[${nameOption(option, about)}]`,
  )
  return ['Usage: npm run portal --', name, ...parts].join(' ')
}

const nameOption = (option: string, { value }: Option) =>
  value === undefined ? `--${option}` : `--${option} ${value}`

function describeOptions(options: Options): string[] {
  const lines = Object.entries(options).map(([option, about]) => {
    const fallback = typeof about.default === 'string' ? ` (${about.default})` : ''
    return `  ${nameOption(option, about).padEnd(24)} ${about.help}${fallback}`
  })
  return lines.length > 0 ? ['', ...lines] : []
}

/** Asks whoever sits there; throws when nobody does, or for any other answer than yes. */
export async function confirm(what: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error(`${what}: add --yes if that is meant. Nothing was changed.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${what}. Is that meant? (yes/no) `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was changed.')
}
