import { setTimeout as delay } from 'node:timers/promises'
import type { Mailbox } from '@tests/support/mail/mailbox'
import { callPortal } from '@tests/support/portal/portal-caller'
import { timeToRecover } from '@tests/faults/recovery'
import { compareWithLedger } from './compare'
import { startLoad } from './load'
import type { Lab, Strike } from './strikes'

/** How soon after the engine is back nothing may fail anymore. A sign-up may take what it takes under this load. */
const wellAgainMs = 5_000
const beforeMs = 8_000
const afterMs = 3_000

export interface StrikeResult {
  strike: string
  requests: number
  failed: string
  longestGap: string
  usual: string
  failedFor: string
  wellAgain: string
  lost: number
  twice: number
  acknowledged: number
  problems: string[]
}

/** Strikes under load, waits until all is well, and looks for everything that was acknowledged. */
export async function strikeUnderLoad(
  lab: Lab,
  strike: Strike,
  { clients, databaseUrl, mailbox }: { clients: number; databaseUrl: string; mailbox: Mailbox },
): Promise<StrikeResult> {
  const { front } = lab.portals
  const load = await startLoad(front, clients)
  await delay(beforeMs)
  let recoveredMs: number | null
  let backAt = 0
  try {
    await strike.act(lab)
    backAt = Date.now()
    recoveredMs = await timeToRecover(callPortal(front, { mayBeKilled: true }))
    await delay(afterMs)
  } finally {
    await load.stop()
  }
  const usualMs = load.usualMs()
  const failedForMs = load.failedForMs(backAt)
  await strike.tidyUp?.(lab)
  const { ledger } = load
  const { lost, twice } = await compareWithLedger({ front, databaseUrl, mailbox, ledger })
  const problems = [...new Set(load.complaints()), ...lost.map((what) => `lost: ${what}`)]
  problems.push(...twice.map((what) => `twice: ${what}`))
  if (failedForMs > wellAgainMs) problems.push('requests failed for too long')
  if (recoveredMs === null || recoveredMs > wellAgainMs + 2 * usualMs)
    problems.push('not well again in time')
  if (ledger.partners.length === 0) problems.push('nothing was acknowledged')
  return {
    strike: strike.name,
    requests: load.requests(),
    failed: load.failed().join(', ') || '0',
    longestGap: inSeconds(load.longestGapMs()),
    usual: inSeconds(usualMs),
    failedFor: inSeconds(failedForMs),
    wellAgain: recoveredMs === null ? 'never' : inSeconds(recoveredMs),
    lost: lost.length,
    twice: twice.length,
    acknowledged: ledger.partners.length + ledger.approved.length + ledger.mails.length,
    problems: problems.map((problem) => `${strike.name}: ${problem}`),
  }
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
