import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '@tests/support/portal/postgres'
import { groups } from '@tests/hostile/all-cases'
import type { HostileCase } from '@tests/hostile/hostile-case'
import {
  startHostilePortals,
  type HostilePortal,
  type HostilePortals,
} from '@tests/hostile/hostile-portal'
import { createRandom, randomCases, seedOf, shuffled } from './mutations'
import { spareDescriptors, spareMemoryBytes, within, withstand } from '@tests/hostile/withstand'

/** At full size these take minutes, so they run once. */
const heavyIds = ['U05', 'U23', 'M20', 'T12', 'H22']

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    only: { type: 'string' },
    times: { type: 'string', default: '2000' },
  },
})

/**
 * `npm run lab -- hostile`: the corpus in rounds of random order, the heavy cases, and random changes of valid
 * input.
 */
async function runAll(): Promise<void> {
  const { seed, only } = values
  const wanted = (one: HostileCase) => !only || only.split(',').includes(one.id)
  console.log(`Seed ${seed}: the same order and the same chance with --seed ${seed}`)
  const postgres = await startTestPostgres()
  const portals = await startHostilePortals(postgres)
  const rows: Awaited<ReturnType<typeof runCases>>[] = []
  const all = groups.flatMap(([, cases]) => cases).filter(wanted)
  try {
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const order = shuffled(all, createRandom(seedOf(`${seed} ${round}`)))
      rows.push(await runCases(portals, `round ${round}`, order, 'small'))
    }
    const heavy = all.filter(({ id }) => heavyIds.includes(id))
    rows.push(await runCases(portals, 'at full size', heavy, 'full'))
    const chance = randomCases(seedOf(seed), Number(values.times))
    rows.push(await runCases(portals, 'by chance', chance.filter(wanted), 'full'))
    console.log('\nwhat            passed  failed')
    for (const { name, passed, failed } of rows)
      console.log(name.padEnd(14), cell(passed), cell(failed))
    console.log('\nportal   descriptors  after   memory MB  after')
    const areSmall = [
      await looksAsBefore('wide', portals.wide),
      await looksAsBefore('strict', portals.strict),
    ]
    if (rows.some(({ failed }) => failed > 0) || areSmall.includes(false)) process.exitCode = 1
  } finally {
    await portals.stop()
    await postgres.stop()
  }
}

async function runCases(
  portals: HostilePortals,
  name: string,
  cases: readonly HostileCase[],
  size: 'small' | 'full',
) {
  const row = { name, passed: 0, failed: 0 }
  for (const one of cases) {
    const problems = await withstand(portals, one, size)
    if (problems.length === 0) {
      row.passed += 1
      continue
    }
    row.failed += 1
    console.log(`FAILED ${one.id} ${one.title} (${name})`)
    for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`)
  }
  console.log(`${name}: ${row.passed} passed, ${row.failed} failed`)
  return row
}

async function looksAsBefore(name: string, portal: HostilePortal): Promise<boolean> {
  const { baseline } = portal
  const isTidy = await within(
    15_000,
    async () => (await portal.descriptors()) <= baseline.descriptors + spareDescriptors,
  )
  const memory = await portal.memoryBytes()
  const descriptors = [baseline.descriptors, await portal.descriptors()]
  const figures = [...descriptors, ...[baseline.memoryBytes, memory].map(megabytes)]
  console.log(name.padEnd(8), ...figures.map(cell))
  return isTidy && memory < baseline.memoryBytes + spareMemoryBytes
}

const cell = (value: number) => String(value).padStart(8)
const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)

await runAll()
