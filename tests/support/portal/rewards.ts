import { afterEach, expect } from 'vitest'
import { programZone } from '@shared/program-time'
import { listStatementLines, summarizeRewards } from '@server/features/rewards/queries'
import { verifyLedger } from '@server/features/rewards/verify-ledger'
import type { TestApp } from './app'
import type { Agent } from './agents'
import { buildReferred } from './referrals'

const thisMonth = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: programZone }).format().slice(0, 7)

/** Everything that `npm run portal -- ledger:verify` would say. */
export async function findLedgerProblems(app: TestApp): Promise<string[]> {
  const problems: string[] = []
  await verifyLedger(app.db, app.sealer, (problem) => void problems.push(problem))
  return problems
}

/** As if part of the ledger had been posted at another time, or for another month, by the trail as well. */
export const movePostings = (app: TestApp, change: string, which: string) =>
  app.asOwner(`alter table ledger_transactions disable trigger user;
    alter table audit_events disable trigger user;
    with moved as (update ledger_transactions set ${change} where ${which} returning id, at, month)
    update audit_events e set at = moved.at, details = details || jsonb_build_object('month', month)
      from moved where details ->> 'transaction' = moved.id::text;
    alter table audit_events enable trigger user;
    alter table ledger_transactions enable trigger user`)

/** What earns money, for an app and its administrator. After each test the ledger is sound. */
export function setUpRewards(app: TestApp, admin: Agent) {
  afterEach(async () => expect(await findLedgerProblems(app)).toEqual([]))

  /** Returns the decision's id. */
  async function decide({ id }: { id: number }, status: string): Promise<number> {
    const sent = admin.patch(`/api/admin/users/${id}/status`).send({ status })
    return (await sent.expect(200)).body.decisionId
  }

  async function buildMany(count: number, referrer: { id: number }) {
    const built: Awaited<ReturnType<typeof buildReferred>>[] = []
    while (built.length < count) built.push(await buildReferred(app, referrer))
    return built
  }

  return {
    decide,
    undo: (id: number) => admin.post(`/api/admin/decisions/${id}/undo`).expect(200),
    owed: async ({ id }: { id: number }) => (await summarizeRewards(app.db, id)).payableCents,
    /** This month's statement, each line with its kind and its cents. */
    linesOf: async ({ id }: { id: number }) =>
      (await listStatementLines(app.db, id, thisMonth())).map(({ kind, cents }) => [kind, cents]),
    buildMany,
  }
}
