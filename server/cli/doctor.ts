import { z } from '@shared/zod'
import { EnvironmentError, listReadableSecrets, loadEnv, type Env } from '../env'
import { createLogger } from '../http/logger'
import { defineCommand } from './command'
import { examine } from './doctor/examine'
import { findingsAbout, type Finding } from './doctor/finding'
import { withDatabaseUrls } from './with-database'

const exitCodes = { well: 0, problems: 1, cannotRun: 2 }

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
  cannotRun: exitCodes.cannotRun,
} as const

export const command = defineCommand(call, async (values, usage) => {
  const processes = z.coerce.number().int().min(1).max(1000).safeParse(values.processes)
  if (!processes.success) throw new Error(usage)
  const findings = await examineSettings(processes.data)
  const count = (level: Finding['level']) =>
    findings.filter((finding) => finding.level === level).length
  const [problems, warnings] = [count('problem'), count('warning')]
  if (values.json) console.log(JSON.stringify({ problems, warnings, findings }, null, 2))
  else {
    for (const finding of findings) console.log(describe(finding))
    console.log(`\n${problems} problems, ${warnings} warnings.`)
  }
  process.exitCode = problems > 0 ? exitCodes.problems : exitCodes.well
})

async function examineSettings(processes: number): Promise<Finding[]> {
  let env: Env
  try {
    env = loadEnv()
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const { problem } = findingsAbout('settings')
    return error.problems.map((what) => problem(what, 'See .env.example.'))
  }
  // What is found is printed; its log would only get between.
  const logger = createLogger({ logLevel: 'silent' })
  const readableSecrets = listReadableSecrets()
  return withDatabaseUrls(env, ({ ownerUrl: databaseUrl }) =>
    examine({ env, databaseUrl, logger, readableSecrets, processes }),
  )
}

function describe({ about, level, what, todo }: Finding): string {
  const line = `${level.padEnd(8)} ${about}: ${what}`
  return todo ? `${line}\n${' '.repeat(9)}${todo}` : line
}
