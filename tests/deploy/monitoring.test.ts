import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from '@shared/zod'
import { measured, readMetrics, startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp({ env: measured })
const rules = 'docs/deploy/alerts.yml'

const board = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
  ),
})

const namesIn = (expressions: string) => [
  ...new Set(expressions.match(/\b(portal|process|nodejs)_[a-z0-9_]+/g)),
]

async function listTold(): Promise<Set<string>> {
  const types = [...(await readMetrics(app)).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

it('the board shows, and the rules watch, only what the portal tells', async () => {
  const told = await listTold()
  const { panels } = board.parse(
    JSON.parse(await readFile('docs/deploy/grafana-board.json', 'utf8')),
  )
  const shown = namesIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n'))
  const watched = namesIn(await readFile(rules, 'utf8'))
  expect(shown.length).toBeGreaterThan(15)
  expect(watched.length).toBeGreaterThan(10)
  expect([...shown, ...watched].filter((name) => !told.has(name))).toEqual([])
  const own = [...told].filter((name) => /^portal_(?!.*_(sum|count)$)/.test(name))
  expect(own.filter((name) => !shown.includes(name) && !watched.includes(name))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

it.skipIf(!hasPromtool)('Prometheus takes the rules', () => {
  expect(spawnSync('promtool', ['check', 'rules', rules]).status).toBe(0)
})
