import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { programZone } from '@shared/program-time'

// Written as a literal: two parameters would be two expressions to Postgres.
const zone = sql.raw(`'${programZone}'`)

/** The program's month, as its first day, that contains a moment. */
export const monthOf = (moment: SQLWrapper): SQL<string> =>
  sql<string>`date_trunc('month', ${moment} at time zone ${zone})::date`

/** The program's year, as its first day. */
export const yearOf = (moment: SQLWrapper): SQL<string> =>
  sql<string>`date_trunc('year', ${moment} at time zone ${zone})::date`

/** The moment at which a day of the program begins. */
export const beginningOf = (day: SQLWrapper): SQL => sql`(${day}::timestamp at time zone ${zone})`
