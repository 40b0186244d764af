import { getTableColumns, sql } from 'drizzle-orm'
import { matches } from '../../db/schema/matches'
import { hiddenSeconds } from './policy'

type MatchRow = typeof matches.$inferSelect

const hidden = sql.raw(`make_interval(secs => ${hiddenSeconds})`)

/**
 * Whether anyone but the administrator knows of a match: for a minute it can be taken back. Times that replace the
 * first ones within that minute begin another.
 */
export const isShown = sql`case
  when ${matches.state} = 'arranging' and ${matches.before} is not null
    and ${matches.movedAt} < ${matches.createdAt} + ${hidden} then ${matches.movedAt}
  else ${matches.createdAt} end <= now() - ${hidden}`

/** A match as its two people see it: for the minute in which new times can be taken back, as it was before them. */
export function shownMatch(match: MatchRow, now: Date): MatchRow {
  const { state, before, movedAt } = match
  const isFresh = Number(now) - Number(movedAt) < hiddenSeconds * 1_000
  const stored = new Map(Object.entries(before ?? {}))
  if (state !== 'arranging' || !isFresh || stored.size === 0) return match
  const earlier = Object.entries(getTableColumns(matches)).flatMap(([key, column]) => {
    const value: unknown = stored.get(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    if (value === undefined) return []
    return [[key, value === null ? null : column.mapFromDriverValue(value)]]
  })
  return { ...match, ...Object.fromEntries(earlier) }
}
