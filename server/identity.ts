import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { isDatabaseAway } from './database-away'
import { connectDatabase, isForbidden, type Database } from './db/client'
import { findJournalProblem } from './db/journal'
import { countHashes, countSealed, countingMs } from './db/key-use'
import { onlyRow } from './errors'
import { portal } from './db/schema/portal'
import { EnvironmentError } from './env'
import {
  belongsToOther,
  isStoreAway,
  judgeFolders,
  settingOf,
  type Identified,
} from './identity-folders'
import { idsOf, judgeSecrets, lacksKeys, secretIds } from './identity-secrets'
import { copies } from './storage/port'

type Started = Omit<Identified, 'db'> & { databaseUrl: string; logger: Logger }
type Row = typeof portal.$inferSelect

const copied =
  'DATABASE_URL names a copy of a portal’s database, and what belongs to another portal must stay its own: for a second one name empty folders and set ACCEPT_FOLDERS=once; if this one’s database was moved or upgraded, set ACCEPT_FOLDERS=moved'
const usedUp =
  'ACCEPT_FOLDERS counts for one start only, and was set at the last one: remove it, start once, then set it again'

/**
 * Makes sure, before anything is served, that database, documents and keys belong to each other, and returns the
 * portal's id. A new database gets one, and empty folders with it. Throws an EnvironmentError with a line for each
 * thing that doesn't agree, and a StorageAwayError while the object store doesn't answer.
 */
export async function settleIdentity(started: Started): Promise<string> {
  const { env, databaseUrl, storage, logger } = started
  const { db, pool } = connectDatabase(databaseUrl, logger, {
    statementTimeoutMs: countingMs,
    connections: 1,
  })
  try {
    return await settle({ env, db, storage })
  } finally {
    await pool.end()
  }
}

/**
 * Settles the identity, and keeps asking an object store that doesn't answer yet; the id is null until it does. `end`
 * gets the error that stops this.
 */
export async function settleInTime(
  started: Started,
  end: (error: unknown) => Promise<void>,
  againMs = 5_000,
): Promise<() => string | null> {
  let id: string | null = null
  const tryLater = () => void setTimeout(() => void tryAgain(), againMs).unref()
  async function tryAgain(): Promise<void> {
    try {
      id = await settleIdentity(started)
    } catch (error) {
      if (isStoreAway(error) || (error instanceof Error && isDatabaseAway(error))) tryLater()
      else await end(error)
    }
  }
  try {
    id = await settleIdentity(started)
  } catch (error) {
    if (!isStoreAway(error)) throw error
    tryLater()
  }
  return () => id
}

async function settle(of: Identified): Promise<string> {
  const { env, db, storage } = of
  const journal = await findJournalProblem(db)
  if (journal) throw new EnvironmentError([journal])
  const here = await findPlace(db)
  const row = (await getRow(db)) ?? (await makeRow(db, here))
  const accepts = row.hasAccepted ? undefined : env.acceptFolders
  const isCopied = row.place !== here
  const isNew = isCopied ? accepts === 'once' : row.settledAt === null
  const id = isCopied && isNew ? randomUUID() : row.id
  const { problems, unused } = await judgeSecrets(db, env, row)
  if (isCopied && !accepts) problems.push(copied)
  const own = { id, formerId: row.id, isNew, accepts: accepts === 'once' }
  const unmarked = isCopied && !accepts ? [] : await judgeFolders(of, own, problems)
  if (problems.length > 0) {
    if (env.acceptFolders && row.hasAccepted) problems.push(usedUp)
    if (!env.acceptFolders && row.hasAccepted) await db.update(portal).set({ hasAccepted: false })
    throw new EnvironmentError(problems)
  }
  if (isCopied) {
    // First, so that a start that is broken off here goes on with the same id.
    const { rowCount } = await db
      .update(portal)
      .set({ id, place: here, settledAt: isNew ? null : sql`now()` })
      .where(and(eq(portal.id, row.id), eq(portal.place, row.place)))
    // Another process that started at the same moment was first, and has drawn the id.
    if (rowCount === 0) return settle(of)
  }
  for (const { copy, mark } of unmarked) {
    if (mark !== null) await storage.removeMark(copy)
    await storage.writeMark(copy, id)
    // Another portal may have started with the same folders at the same moment.
    if ((await storage.readMark(copy)) !== id)
      throw new EnvironmentError([belongsToOther(settingOf(env, copy))])
  }
  await noteStart(db, env, row, unused)
  return id
}

async function getRow(db: Database): Promise<Row | undefined> {
  const [row] = await db.select().from(portal)
  return row
}

/** Of a new database, or of one that was restored: then values say what they were sealed with. */
async function makeRow(db: Database, place: string): Promise<Row> {
  const [sealed, hashes] = [await countSealed(db), await countHashes(db)]
  const values = { place, dataKeys: idsOf(sealed), peppers: idsOf(hashes) }
  // Another process may have started at the same moment.
  await db.insert(portal).values(values).onConflictDoNothing()
  return onlyRow(await db.select().from(portal))
}

/** The server's cluster and the database in it: a restored or copied one has another. */
async function findPlace(db: Database): Promise<string> {
  const { rows } = await db.execute<{ oid: string }>(
    sql`select oid::text from pg_database where datname = current_database()`,
  )
  const cluster = await db
    .execute<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`)
    .then((found) => onlyRow(found.rows).id)
    .catch((error: unknown) => {
      if (isForbidden(error)) return 'unknown'
      throw error
    })
  return `${cluster}:${onlyRow(rows).oid}`
}

/** Writes what has changed since the last start, and nothing otherwise. */
async function noteStart(db: Database, env: Identified['env'], row: Row, unused: string[]) {
  const { dataKeys, peppers } = secretIds(env)
  const hasAccepted = env.acceptFolders !== undefined
  const isNoted =
    row.settledAt !== null &&
    unused.length === 0 &&
    row.hasAccepted === hasAccepted &&
    dataKeys.slice(0, 1).every((id) => row.dataKeys.includes(id)) &&
    peppers.join() === row.peppers.join()
  if (isNoted) return
  await db.update(portal).set({
    settledAt: sql`coalesce(${portal.settledAt}, now())`,
    hasAccepted,
    peppers,
    // What another process adds at the same moment stays.
    dataKeys: sql`array(select distinct id from unnest(${portal.dataKeys} || ${dataKeys[0]}::text) as id
      where id <> all (array[${sql.join(
        unused.map((id) => sql`${id}`),
        sql`, `,
      )}]::text[]))`,
  })
}

/** What doesn't agree any more since the portal with this id was started, a line each. Changes nothing. */
export async function findDisagreements({ env, db, storage }: Identified, id: string) {
  const row = await getRow(db)
  if (row?.id !== id || row.place !== (await findPlace(db))) {
    return [
      'DATABASE_URL names another portal’s database, or a copy: name the one that this portal was started with',
    ]
  }
  const problems: string[] = []
  const known = secretIds(env)
  const lacking = row.dataKeys.filter((key) => !known.dataKeys.includes(key))
  if (lacking.length > 0) problems.push(lacksKeys(lacking))
  if (row.peppers.length > 0 && !row.peppers.some((pepper) => known.peppers.includes(pepper))) {
    problems.push('PASSWORD_PEPPER is not the one that the portal was last started with')
  }
  const journal = await findJournalProblem(db)
  if (journal) problems.push(journal)
  for (const copy of copies) {
    const mark = await storage.readMark(copy)
    const setting = settingOf(env, copy)
    if (mark === null)
      problems.push(`${setting} doesn’t have the portal’s id in it: is it mounted?`)
    else if (mark !== id) problems.push(belongsToOther(setting))
  }
  return problems
}

/** Throws an EnvironmentError when something doesn't agree. The id; null for a database that no portal was started with. */
export async function requireIdentity(of: Identified): Promise<string | null> {
  const row = await getRow(of.db)
  const problems = row ? await findDisagreements(of, row.id) : []
  if (problems.length > 0) throw new EnvironmentError(problems)
  return row?.id ?? null
}
