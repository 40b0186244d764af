import { desc, sql } from 'drizzle-orm'
import type { Database } from '../client'
import type { SearchedTable } from './search'
import type { CommonTrigrams } from './search-parts'

const sampleRows = 1_000
/** Of a row: messages are long. */
const sampleCharacters = 300
/** Of the sample: more than two in a hundred. */
const commonRows = 20
const keptMs = 10 * 60_000
const retryMs = 30_000

interface Sample {
  common: CommonTrigrams | null
  dueAt: number
}

const samples = new WeakMap<Database, Map<SearchedTable, Sample>>()

/**
 * The common trigrams of a table's newest rows, which are read again every ten minutes; null while nothing is known.
 * No search waits for them.
 */
export function findCommonTrigrams(
  searches: Database,
  table: SearchedTable,
): CommonTrigrams | null {
  const ofDatabase = samples.get(searches) ?? new Map<SearchedTable, Sample>()
  const sample = ofDatabase.get(table) ?? { common: null, dueAt: 0 }
  samples.set(searches, ofDatabase.set(table, sample))
  if (Date.now() >= sample.dueAt) {
    sample.dueAt = Date.now() + keptMs
    readCommonTrigrams(searches, table).then(
      (common) => (sample.common = common),
      // What the matter is the search itself will tell.
      () => (sample.dueAt = Date.now() + retryMs),
    )
  }
  return sample.common
}

async function readCommonTrigrams(
  searches: Database,
  table: SearchedTable,
): Promise<CommonTrigrams> {
  const newest = searches
    .select({ text: sql<string>`left(${table.search}, ${sampleCharacters})`.as('text') })
    .from(table)
    .orderBy(desc(table.id))
    .limit(sampleRows)
    .as('newest')
  const trigrams = searches
    .select({ trigram: sql<string>`unnest(show_trgm(${newest.text}))`.as('trigram') })
    .from(newest)
    .as('trigrams')
  const found = await searches
    .select({ trigram: trigrams.trigram })
    .from(trigrams)
    .groupBy(trigrams.trigram)
    .having(sql`count(*) > ${commonRows}`)
  return new Set(found.map(({ trigram }) => trigram))
}
