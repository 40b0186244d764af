import type { MatchListQuery } from '@shared/matches'
import { defineList } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import { searchCondition } from '../../db/lists/search'
import type { ListDatabases } from '../../db/lists/searches'
import { matches } from '../../db/schema/matches'
import { sqlLiteral } from '../../db/sql-text'
import { listMatchesById } from './queries'

/** A page of all introductions, newest first. */
export async function listMatches(dbs: ListDatabases, query: MatchListQuery) {
  const page = await readPage(dbs, matchList, query)
  const found = await listMatchesById(
    dbs.db,
    page.rows.map(({ id }) => id),
  )
  return { ...page, rows: found.toSorted((left, right) => right.id - left.id) }
}

const matchList = defineList({
  name: 'matches',
  table: 'matches',
  columns: { id: matches.id },
  filter: ({ status, partner }: Pick<MatchListQuery, 'status' | 'partner'>, bind) => [
    status && `matches.state = ${sqlLiteral(status)}`,
    partner !== undefined && `matches.partner_id = ${bind(partner)}::int`,
  ],
  searched: 'users',
  // By the index both people are found first; looked at one by one, each match leads to its own.
  search: (terms, bind, way) => {
    const [ofPartner, ofEntrepreneur] = (['users', 'entrepreneurs'] as const).map((table) => {
      const side = table === 'users' ? 'partner_id' : 'entrepreneur_id'
      const isFound = searchCondition(table, terms, bind, way)
      return way === 'index'
        ? `select m.id from ${table} join matches m on m.${side} = ${table}.id where ${isFound}`
        : `exists (select from ${table} where ${table}.id = matches.${side} and ${isFound})`
    })
    return way === 'index'
      ? `matches.id in (${ofPartner} union ${ofEntrepreneur})`
      : `(${ofPartner} or ${ofEntrepreneur})`
  },
})
