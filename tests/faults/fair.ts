import { setTimeout as delay } from 'node:timers/promises'
import { addManyRows } from '@tests/support/portal/many-rows'
import { findEmbeddedPostgres } from '@server/db/embedded/start'
import { attacks, type Attack } from './fair/attacks'
import { gatherCrowd, type Crowd } from './fair/crowd'
import { feltNothing, goAboutErrands, type Felt } from './fair/felt'
import { madeFiles } from './fair/made-files'
import { describeRounds, findUnfair, type Round } from './fair/table'
import type { Fault } from './fault'

const people = 50_000
/** Until an attack has taken what it can get and its uploads can be judged; until its last answers are out. */
const settleMs = 4_000

/**
 * What each attack makes another person feel, compared with what the same errands took on the quiet portal
 * between the attacks.
 */
export const fair: Fault = {
  name: 'fair',
  what: 'attacks on one thing after another, and what another person feels of each',
  async run(report, _times, seconds = 120) {
    const crowd = await gatherCrowd()
    try {
      await fillDatabase(crowd)
      const { quiet, rounds } = await play(crowd, [...attacks, ...madeFiles], seconds, report)
      for (const line of describeRounds(quiet, rounds)) report(line)
      const unfair = rounds.flatMap((round) => findUnfair(quiet, round))
      for (const line of unfair) report(line)
      return unfair.length === 0
    } finally {
      await crowd.stop()
    }
  },
}

export async function play(
  crowd: Crowd,
  chosen: readonly Attack[],
  seconds: number,
  report: (line: string) => void,
): Promise<{ quiet: Felt; rounds: Round[] }> {
  const quiet = feltNothing()
  const rounds: Round[] = []
  const feel = async (felt: Felt, forSeconds: number) => {
    const over = AbortSignal.timeout(forSeconds * 1_000)
    await goAboutErrands(crowd, over, felt)
    return felt
  }
  for (const attack of chosen) {
    await feel(quiet, Math.min(30, seconds / 2))
    const over = new AbortController()
    const attacking = attack.run(crowd, over.signal)
    await delay(settleMs)
    rounds.push({ attack: attack.name, felt: await feel(feltNothing(), seconds) })
    over.abort()
    await attacking
    await delay(settleMs)
    report(`${attack.name}: played`)
  }
  return { quiet, rounds }
}

/** So many that a search may have to walk. */
async function fillDatabase({ portal }: Crowd): Promise<void> {
  const database = await findEmbeddedPostgres({ dataDir: portal.env['DATA_DIR'] ?? '' })
  if (!database) throw new Error('Its Postgres does not run.')
  await addManyRows(database.ownerUrl, { users: people, filesPerUser: 1, credentials: 10 })
}
