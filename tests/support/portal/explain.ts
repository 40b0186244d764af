import { drizzle } from 'drizzle-orm/node-postgres'
import type { ListDatabases } from '@server/db/lists/searches'
import { onlyRow } from '@server/errors'
import type { TestApp } from './app'

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

interface Statement {
  isCount: boolean
  /** Those that ran, each with the index it uses, or the table it reads without one. */
  nodes: string[]
  /** The most rows that any of its nodes looked at. */
  looked: number
}

interface Sent {
  text: string
  values: unknown[]
  /** As searches are: for whatever is searched for. */
  isPlannedOnce: boolean
  /** `set local …`, for what its transaction has set. */
  settings: string[]
}

/** Runs a list, and explains every statement that it sends. */
export async function explain(
  app: TestApp,
  run: (dbs: ListDatabases) => Promise<unknown>,
  isWanted: (text: string) => boolean = () => true,
): Promise<Statement[]> {
  const sent: Sent[] = []
  let settings: string[] = []
  const watch = (isPlannedOnce: boolean) => {
    const logger = {
      logQuery(text: string, values: unknown[]) {
        if (/^(begin|commit|rollback)/.test(text)) settings = []
        if (text.startsWith('set local')) settings = [...settings, text]
        for (const [, name, value] of text.matchAll(/set_config\('(\w+)', '(\w+)', true\)/g))
          settings = [...settings, `set local ${name} = ${value}`]
        // Common trigrams are looked for now and then, and no search waits for them.
        if (text.includes('show_trgm')) return
        if (/^\s*(select|with)/.test(text) && isWanted(text))
          sent.push({ text, values, isPlannedOnce, settings })
      },
    }
    return drizzle(app.pool, { casing: 'snake_case', logger })
  }
  await run({ db: watch(false), searches: watch(true) })
  const statements: Statement[] = []
  for (const statement of sent) {
    const plans = flatten(await explainOne(app, statement)).filter(
      // Those who are set aside are few, and read whole.
      (plan) => plan['Actual Loops'] > 0 && plan['Relation Name'] !== 'snoozes',
    )
    statements.push({
      isCount: statement.text.startsWith('select count'),
      nodes: plans.map(nameNode),
      looked: Math.max(...plans.map(countRows)),
    })
  }
  return statements
}

async function explainOne(app: TestApp, sent: Sent): Promise<Plan> {
  const { text, values, isPlannedOnce, settings } = sent
  const client = await app.pool.connect()
  try {
    const mode = isPlannedOnce ? 'force_generic_plan' : 'force_custom_plan'
    await client.query(['begin', `set local plan_cache_mode = ${mode}`, ...settings].join(';'))
    await client.query(`prepare explained as ${text}`)
    const given = values.map((value) => client.escapeLiteral(asText(value)))
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) execute explained ${given.length > 0 ? `(${given.join()})` : ''}`,
    )
    return onlyRow(rows)['QUERY PLAN'][0].Plan
  } finally {
    // With its settings and its statement.
    client.release(true)
  }
}

/** As Postgres reads it. */
const asText = (value: unknown) =>
  Array.isArray(value)
    ? `{${value.map((each) => JSON.stringify(String(each))).join()}}`
    : String(value)

export const mostLooked = (statements: Statement[]) =>
  Math.max(...statements.map(({ looked }) => looked))

/** So many rows, and one more for the next page, are sorted in no time. */
const pageRows = 51

function nameNode(plan: Plan): string {
  const type = plan['Node Type']
  const sorted = plan.Plans?.[0] ? countRows(plan.Plans[0]) : 0
  if (type === 'Sort' && sorted <= pageRows) return 'Page Sort'
  const read = plan['Index Name'] ?? (type === 'Seq Scan' ? plan['Relation Name'] : undefined)
  return read ? `${type} ${read}` : type
}

const countRows = (plan: Plan) =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]

/** A step that looks at more rows than a page needs. */
export const isDetour = (node: string) => /^(Incremental )?Sort|Seq Scan|Bitmap/.test(node)
