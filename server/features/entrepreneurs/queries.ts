import { and, eq, lt, sql } from 'drizzle-orm'
import type {
  EntrepreneurListQuery,
  EntrepreneurState,
  ListedEntrepreneur,
} from '@shared/entrepreneurs'
import type { Queryable } from '../../db/client'
import { defineList } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { openOrNull, type SealedColumn, type Sealer } from '../../db/sealing'
import { sqlLiteral } from '../../db/sql-text'
import { orNotFound } from '../../errors'

export const sealedEntrepreneurNotes = (id: number): SealedColumn => ({
  table: 'entrepreneurs',
  column: 'sealed_notes',
  id,
})

const idsIn = (states: string) =>
  `entrepreneurs.id in (select m.entrepreneur_id from matches m where m.state in (${states}))`
// With `not exists`, Postgres might read all matches for a few entrepreneurs.
const isFree = `(select m.id from matches m
  where m.entrepreneur_id = entrepreneurs.id and m.state <> 'ended' limit 1) is null`
const isVetted = (status: string) => `entrepreneurs.status = ${sqlLiteral(status)} and ${isFree}`

/** In step with `entrepreneurStateOf`. */
const stateFilters: Record<EntrepreneurState, string> = {
  vetting: isVetted('vetting'),
  ready: isVetted('ready'),
  introduced: idsIn("'arranging', 'booked', 'met'"),
  matched: idsIn("'succeeded'"),
  withdrawn: isVetted('withdrawn'),
}

const columns = {
  id: entrepreneurs.id,
  firstName: entrepreneurs.firstName,
  lastName: entrepreneurs.lastName,
  businessName: entrepreneurs.businessName,
  email: entrepreneurs.email,
  phoneNumber: entrepreneurs.phoneNumber,
  timeZone: entrepreneurs.timeZone,
  summary: entrepreneurs.summary,
  amountCents: sql<number>`${entrepreneurs.amountCents}::float8`,
  minScore: entrepreneurs.minScore,
  status: entrepreneurs.status,
  createdAt: entrepreneurs.createdAt,
  // Drizzle would leave the table's name off the id, which the inner table has as well.
  match: sql<ListedEntrepreneur['match']>`(select json_build_object('id', m.id,
      'isSucceeded', m.state = 'succeeded', 'partner', u.first_name || ' ' || u.last_name)
    from matches m join users u on u.id = m.partner_id
    where m.entrepreneur_id = entrepreneurs.id and m.state <> 'ended' order by m.id desc limit 1)`,
}

export const listEntrepreneurs = (dbs: ListDatabases, query: EntrepreneurListQuery) =>
  readPage(dbs, entrepreneurList, query)

const entrepreneurList = defineList({
  name: 'entrepreneurs',
  table: 'entrepreneurs',
  columns,
  filter: ({ status }: Pick<EntrepreneurListQuery, 'status'>) => [status && stateFilters[status]],
})

/** Throws 404 without one. */
export async function getEntrepreneur(db: Queryable, id: number) {
  const [row] = await db
    .select({
      ...columns,
      partnerPay: entrepreneurs.partnerPay,
      partnerSigns: entrepreneurs.partnerSigns,
      sealedNotes: entrepreneurs.sealedNotes,
    })
    .from(entrepreneurs)
    .where(eq(entrepreneurs.id, id))
  return orNotFound(row)
}

/** Opens the sealed notes; without any they are empty. */
export function openEntrepreneur(
  { sealedNotes, ...row }: Awaited<ReturnType<typeof getEntrepreneur>>,
  sealer: Sealer,
) {
  const open = (sealed: string) => sealer.open(sealed, sealedEntrepreneurNotes(row.id))
  return { ...row, notes: sealedNotes === null ? '' : openOrNull(() => open(sealedNotes)) }
}

export async function listWithdrawnIds(db: Queryable, days: number): Promise<number[]> {
  const isOld = lt(entrepreneurs.statusAt, sql`now() - make_interval(days => ${days})`)
  const rows = await db
    .select({ id: entrepreneurs.id })
    .from(entrepreneurs)
    .where(and(sql`${entrepreneurs.status} = 'withdrawn'`, isOld))
    .orderBy(entrepreneurs.id)
    .limit(1_000)
  return rows.map(({ id }) => id)
}
