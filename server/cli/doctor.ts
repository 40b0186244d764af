import { z } from '@shared/zod'
import { EnvironmentError, loadEnv, type Env } from '../env'
import { createLogger } from '../http/logger'
import { defineCommand } from './command'
import { examine } from './doctor/examine'
import { findingsAbout, type Finding } from './doctor/finding'
import { printVerdict, verdictCodes, type Verdict } from './verdict'
import { withDatabaseUrls } from './with-database'

const call = {
  options: {
    processes: {
      type: 'string',
      value: 'N',
      default: '1',
      help: 'portal processes of this database',
    },
    json: { type: 'boolean', default: false, help: 'print JSON' },
  },
  cannotRun: verdictCodes.cannotRun,
} as const

export const command = defineCommand(call, async (values, usage) => {
  const processes = z.coerce.number().int().min(1).max(1000).safeParse(values.processes)
  if (!processes.success) throw new Error(usage)
  const findings = await examineSettings(processes.data)
  printVerdict(judgeFindings(findings, values))
})

export function judgeFindings(findings: Finding[], { json }: { json: boolean }): Verdict {
  const count = (level: Finding['level']) =>
    findings.filter((finding) => finding.level === level).length
  const [problems, warnings] = [count('problem'), count('warning')]
  return {
    output: json
      ? JSON.stringify({ problems, warnings, findings }, null, 2)
      : `${findings.map(describe).join('\n')}\n\n${problems} problems, ${warnings} warnings.`,
    exitCode: problems > 0 ? verdictCodes.notSound : verdictCodes.sound,
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
  // Findings are printed; a log would only get between.
  const logger = createLogger({ logLevel: 'silent' })
  return withDatabaseUrls(env, ({ ownerUrl: databaseUrl }) =>
    examine({ env, databaseUrl, logger, processes }),
  )
}

function describe({ about, level, what, todo }: Finding): string {
  const line = `${level.padEnd(8)} ${about}: ${what}`
  return todo ? `${line}\n${' '.repeat(9)}${todo}` : line
}
