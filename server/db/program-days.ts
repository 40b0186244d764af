import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { closingHour } from '@shared/business-days'
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

/** Closing time so many days of the calendar later, as `closingTimeAfter` of `shared/business-days.ts` has it. */
export const closingTimeAfter = (moment: SQLWrapper, days: number): SQL =>
  sql`(((${moment} at time zone ${zone})::date + ${sql.raw(String(days))} + make_interval(hours => ${sql.raw(String(closingHour))})) at time zone ${zone})`
