import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { explainFailure } from '../explain-failure'

interface Option {
  type: 'string' | 'boolean'
  default?: string | boolean
  /** A word for the value of a string, such as FOLDER. */
  value?: string
  help: string
  isRequired?: boolean
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

/** A command with its `--help`; says plainly what went wrong. `work` also gets its usage, for a call that it refuses. */
export function defineCommand<const O extends Options>(
  about: About<O>,
  work: (values: Values<O>, usage: string) => Promise<void>,
): Command {
  return async ({ name, summary, args }) => {
    const usage = describeUsage(name, about.options)
    if (args.includes('--help') || args.includes('-h')) {
      console.log([usage, '', summary, ...describeOptions(about.options)].join('\n'))
      return
    }
    try {
      await work(parseArgs({ args, options: about.options }).values, usage)
    } catch (error) {
      console.error(
        (explainFailure(error) ?? [error instanceof Error ? error.message : String(error)])
          .map((problem) => `- ${problem}`)
          .join('\n'),
      )
      process.exitCode = about.cannotRun ?? 1
    }
  }
}

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
