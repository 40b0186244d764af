import { z } from '@shared/zod'
import { EnvironmentError, loadEnv, type Env } from '../env'
import { defineReport } from './command'
import { examine } from '../doctor/examine'
import { findingsAbout, type Finding } from '../doctor/finding'
import { verdictCodes, type Verdict } from './verdict'
import { quietLogger, withDatabaseUrls } from './with-database'

const call = {
  options: {
    processes: {
      type: 'string',
      value: 'N',
      default: '1',
      help: 'portal processes of this database',
    },
  },
  cannotRun: verdictCodes.cannotRun,
} as const

export const command = defineReport(call, async (values, { usage }) => {
  const processes = z.coerce.number().int().min(1).max(1000).safeParse(values.processes)
  if (!processes.success) throw new Error(usage)
  return judgeFindings(await examineSettings(processes.data))
})

export function judgeFindings(findings: Finding[]): Verdict {
  const count = (level: Finding['level']) =>
    findings.filter((finding) => finding.level === level).length
  const [problems, warnings] = [count('problem'), count('warning')]
  return {
    output: `${findings.map(describe).join('\n')}\n\n${inWords(problems, 'problem')}, ${inWords(warnings, 'warning')}.`,
    exitCode: problems > 0 ? verdictCodes.notSound : verdictCodes.sound,
    facts: {
      problems: findings.filter(({ level }) => level === 'problem').map(nameFinding),
      findings,
    },
  }
}

async function examineSettings(processes: number): Promise<Finding[]> {
  let env: Env
  try {
    env = loadEnv()
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const { problem } = findingsAbout('settings')
    return error.problems.map((what) => problem(what, 'See .env.example.'))
  }
  return withDatabaseUrls(env, ({ ownerUrl: databaseUrl }) =>
    examine({ env, databaseUrl, logger: quietLogger, processes }),
  )
}

const inWords = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

const nameFinding = ({ about, what }: Finding) => `${about}: ${what}`

function describe(finding: Finding): string {
  const { level, todo } = finding
  const line = `${level.padEnd(8)} ${nameFinding(finding)}`
  return todo ? `${line}\n${' '.repeat(9)}${todo}` : line
}
