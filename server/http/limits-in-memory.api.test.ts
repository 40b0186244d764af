import { expect, it, onTestFinished } from 'vitest'
import { linkDatabase } from '@tests/support/portal/database-link'
import { eventually } from '@tests/support/portal/eventually'
import { buildLimits } from '@tests/support/portal/limits'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { createLogger } from './logger'

const app = await startSharedApp({ env: { LIMITS: '1' } })

async function linkLimits() {
  const link = await linkDatabase(app.databaseUrl)
  onTestFinished(() => link.close())
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const logger = createLogger({ logLevel: 'info' }, { write })
  const limits = buildLimits({ databaseUrl: link.url, logger })
  return { link, limits, lines, logged: () => lines.map((line) => JSON.parse(line).msg) }
}

it('while the database does not answer, limits count in memory, and the log says so once, and once when that ends', async () => {
  const { link, limits, lines, logged } = await linkLimits()
  const consume = () => limits.consume(['mailTest', 'marker-key'])
  await consume()
  expect(logged()).toEqual([])
  link.freeze()
  await Promise.all([consume(), consume(), consume()])
  expect(logged()).toEqual(['limits are counted in memory: the database does not answer'])
  link.thaw()
  link.cut()
  await eventually(async () => {
    await limits.consume(['formHour', 'marker-key'])
    expect(logged()).toHaveLength(2)
  })
  expect(logged()[1]).toBe('limits are counted in the database again')
  expect(lines.join()).not.toContain('marker')
})

it.each([
  ['frozen', 'freeze'],
  ['away', 'refuse'],
] as const)(
  'while the database is %s, each process allows what the limit says, and no more',
  async (_how, act) => {
    const { link, limits } = await linkLimits()
    link[act]()
    if (act === 'refuse') link.cut()
    const consumed = await Promise.allSettled(
      Array.from({ length: 12 }, () => limits.consume(['mailTest', act])),
    )
    expect(consumed.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const one of consumed)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 429 })
    expect(await limits.count('mailTest', act)).toBe(12)
    await limits.refund(['mailTest', act])
    await limits.reset('mailTest', act)
    expect(await limits.allows('mailTest', act)).toBe(true)
    // What waits is answered, so that the connections can be closed.
    link.thaw()
  },
)
