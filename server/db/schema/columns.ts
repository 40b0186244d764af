import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import {
  customType,
  index,
  integer,
  text,
  timestamp,
  uniqueIndex,
  type AnyPgColumn,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core'
import { reviewStatuses } from '@shared/list-choices'

export const citext = customType<{ data: string }>({ dataType: () => 'citext' })

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** Drawn before the insert (`drawId`), because what is sealed in the row is bound to it. */
export const drawnId = () => integer().primaryKey().generatedByDefaultAsIdentity()

export const moment = () => timestamp({ withTimezone: true })

export const createdAt = () => moment().notNull().defaultNow()

/** Deleted with the row that it names. */
export const belongsTo = (owner: () => AnyPgColumn) =>
  integer().notNull().references(owner, { onDelete: 'cascade' })

/** One row for each of what it names, at most, and deleted with it. */
export const keyOf = (owner: () => AnyPgColumn) =>
  integer().primaryKey().references(owner, { onDelete: 'cascade' })

/** The columns of everything that the administrator decides about. */
export const reviewColumns = {
  status: text({ enum: reviewStatuses }).notNull().default('pending'),
  statusReason: text(),
  statusAt: moment(),
}

/** A check's condition: the column has a value of its own `enum`. A check is handed columns without theirs. */
export function oneOf({ table, name }: AnyPgColumn): SQL {
  const column = getTableColumns(table)[name]
  if (!column?.enumValues) throw new Error(`${name} has no list of values`)
  return sql`${column} in (${sql.raw(column.enumValues.map((value) => `'${value}'`).join(', '))})`
}

export type Indexed = Parameters<ReturnType<typeof index>['on']>

export const indexWhere = (name: string, condition: SQL, ...columns: Indexed) =>
  index(name)
    .on(...columns)
    .where(condition)

export const uniqueWhere = (name: string, condition: SQL, ...columns: Indexed) =>
  uniqueIndex(name)
    .on(...columns)
    .where(condition)

/** For a column that is set in few rows. */
export const indexWhereSet = (name: string, column: ExtraConfigColumn & AnyPgColumn) =>
  indexWhere(name, sql`${column} is not null`, column)

/** For a text that is searched by its trigrams. */
export const searchIndex = (name: string, column: ExtraConfigColumn) =>
  index(name).using('gin', column.op('gin_trgm_ops')).with({ fastupdate: false })
