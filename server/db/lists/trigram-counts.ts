import { desc, sql } from 'drizzle-orm'
import type { Database } from '../client'
import type { SearchedTable } from './search'
import type { TrigramCounts } from './search-parts'

const sampleRows = 1_000
/** Of a row: messages are long. */
const sampleCharacters = 300
/** What no more of the sample have is rare in any table: it is left out. */
const rareRows = 2
const keptMs = 10 * 60_000
const retryMs = 30_000

interface Sample {
  counts: TrigramCounts | null
  dueAt: number
}

const samples = new WeakMap<Database, Map<SearchedTable, Sample>>()

/**
 * How many of a table's newest rows have a trigram, counted again every ten minutes; null while nothing is known. No
 * search waits for that.
 */
export function findTrigramCounts(searches: Database, table: SearchedTable): TrigramCounts | null {
  const ofDatabase = samples.get(searches) ?? new Map<SearchedTable, Sample>()
  const sample = ofDatabase.get(table) ?? { counts: null, dueAt: 0 }
  samples.set(searches, ofDatabase.set(table, sample))
  if (Date.now() >= sample.dueAt) {
    sample.dueAt = Date.now() + keptMs
    countTrigrams(searches, table).then(
      (counts) => (sample.counts = counts),
      // What the matter is the search itself will tell.
      () => (sample.dueAt = Date.now() + retryMs),
    )
  }
  return sample.counts
}

async function countTrigrams(searches: Database, table: SearchedTable): Promise<TrigramCounts> {
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
    .select({ trigram: trigrams.trigram, rows: sql<number>`count(*)::int` })
    .from(trigrams)
    .groupBy(trigrams.trigram)
    .having(sql`count(*) > ${rareRows}`)
  return new Map(found.map(({ trigram, rows }) => [trigram, rows]))
}
