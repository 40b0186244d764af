import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import {
  customType,
  index,
  integer,
  text,
  timestamp,
  type AnyPgColumn,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core'
import { reviewStatuses } from '@shared/list-choices'

export const citext = customType<{ data: string }>({ dataType: () => 'citext' })

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

export const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow()

/** The columns of everything that the administrator decides about. */
export const reviewColumns = {
  status: text({ enum: reviewStatuses }).notNull().default('pending'),
  statusReason: text(),
  statusAt: timestamp({ withTimezone: true }),
}

/** A check's condition: the column has a value of its own `enum`. A check is handed columns without theirs. */
export function oneOf({ table, name }: AnyPgColumn): SQL {
  const column = getTableColumns(table)[name]
  if (!column?.enumValues) throw new Error(`${name} has no list of values`)
  return sql`${column} in (${sql.raw(column.enumValues.map((value) => `'${value}'`).join(', '))})`
}

/** For a column that is set in few rows. */
export const indexWhereSet = (name: string, column: ExtraConfigColumn & AnyPgColumn) =>
  index(name)
    .on(column)
    .where(sql`${column} is not null`)
