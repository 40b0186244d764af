import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Portal } from './ctx'
import { isForbidden, type Database } from './db/client'
import { findJournalProblem } from './db/journal'
import { countHashes, countSealed } from './db/key-use'
import { onlyRow } from './errors'
import { fileVersions } from './db/schema/files'
import { portal } from './db/schema/portal'
import { keyId } from './db/sealing'
import { EnvironmentError, type Env } from './env'
import { pepperId } from './features/accounts/passwords'
import { copies, type Copy } from './storage/port'

type Identified = Pick<Portal, 'db' | 'storage'> & {
  env: Pick<Env, 'dataKeys' | 'passwordPeppers' | 'storage' | 'acceptFolders'>
}
type Row = typeof portal.$inferSelect

/** Ids of the keys without which a database is worth little. */
export interface SecretIds {
  dataKeys: string[]
  peppers: string[]
}

export const secretIds = (env: Pick<Env, 'dataKeys' | 'passwordPeppers'>): SecretIds => ({
  dataKeys: env.dataKeys.map(keyId),
  peppers: env.passwordPeppers.map(pepperId),
})

const settingOf = ({ storage }: Identified['env'], copy: Copy) =>
  storage.kind === 's3'
    ? { content: 'STORAGE', backup: 'STORAGE (where the second copies are)' }[copy]
    : { content: 'UPLOADS_DIR', backup: 'BACKUP_DIR' }[copy]

const copied =
  'DATABASE_URL names a copy of a portal’s database, and what belongs to another portal must stay its own: for a second one name empty folders and set ACCEPT_FOLDERS=once; if this one’s database was moved or upgraded, set ACCEPT_FOLDERS=moved'
const usedUp = 'ACCEPT_FOLDERS counts for one start, and was set at the last one: take it out first'

/**
 * Makes sure, before anything is served, that database, documents and keys belong to each other, and returns the
 * portal's id. A new database gets one, and empty folders with it. Throws an EnvironmentError with a line for each
 * thing that doesn't agree, and a StorageAwayError while the object store doesn't answer.
 */
export async function settleIdentity({ env, db, storage }: Identified): Promise<string> {
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
  const unmarked: Copy[] = []
  for (const copy of isCopied && !accepts ? [] : copies) {
    const mark = await storage.readMark(copy)
    if (mark === null) unmarked.push(copy)
    else if (mark !== id) problems.push(belongsToOther(settingOf(env, copy)))
  }
  for (const copy of unmarked) {
    const problem = await judgeUnmarked({ env, db, storage }, copy, isNew, accepts === 'once')
    if (problem) problems.push(problem)
  }
  if (problems.length > 0) {
    if (env.acceptFolders && row.hasAccepted) problems.push(usedUp)
    if (!env.acceptFolders && row.hasAccepted) await db.update(portal).set({ hasAccepted: false })
    throw new EnvironmentError(problems)
  }
  // First, so that a start that is broken off here goes on with the same id.
  if (isCopied)
    await db.update(portal).set({ id, place: here, settledAt: isNew ? null : sql`now()` })
  for (const copy of unmarked) await storage.writeMark(copy, id)
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

const idsOf = (uses: { keyId: string }[]) =>
  [...new Set(uses.map((use) => use.keyId))].filter((id) => id !== '')

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

/** `keys:rotate` has sealed everything with this key. */
export const noteOnlyKey = (db: Database, id: string) => db.update(portal).set({ dataKeys: [id] })

/** Whether these keys open what the database holds; `unused` are ids of keys that no value needs any more. */
async function judgeSecrets(db: Database, env: Identified['env'], row: Row) {
  const known = secretIds(env)
  const problems: string[] = []
  const lacking = row.dataKeys.filter((id) => !known.dataKeys.includes(id))
  const uses = lacking.length > 0 ? await countSealed(db) : []
  const unused = lacking.filter((id) => uses.every((use) => use.keyId !== id))
  for (const id of lacking) {
    if (unused.includes(id)) continue
    const closed = uses.filter((use) => use.keyId === id)
    problems.push(
      `DATA_KEY lacks the key ${id} that ${describeUses(closed)} sealed with: put it back, behind a newer one after a comma`,
    )
  }
  if (row.peppers.some((id) => !known.peppers.includes(id))) {
    const hashes = await countHashes(db)
    const closed = hashes.filter((use) => use.keyId !== '' && !known.peppers.includes(use.keyId))
    const count = closed.reduce((sum, use) => sum + use.count, 0)
    if (count > 0 && closed.length === hashes.length) {
      problems.push(
        `PASSWORD_PEPPER is another one than that of ${count === 1 ? 'the only password' : `all ${count} passwords`}, so nobody could log in: put that back, behind a newer one after a comma`,
      )
    }
  }
  return { problems, unused }
}

function describeUses(uses: { place: string; count: number }[]): string {
  const documents = uses.find(({ place }) => place === 'content_keys.sealed_key')
  const [count, what] = documents
    ? [documents.count, 'document']
    : [uses.reduce((sum, use) => sum + use.count, 0), 'value']
  return count === 1 ? `one ${what} is` : `${count} ${what}s are`
}

const belongsToOther = (setting: string) =>
  `${setting} belongs to another portal: name this portal’s own, or an empty one`

const sampled = 10

/** Why a folder without the portal's id may not become its own; null when it may. */
async function judgeUnmarked(
  { env, db, storage }: Identified,
  copy: Copy,
  isNew: boolean,
  accepts: boolean,
): Promise<string | null> {
  const setting = settingOf(env, copy)
  const total = await db.$count(fileVersions)
  const { rows } = await db.execute<{ key: string }>(sql`
    (select storage_key as key from file_versions order by id limit ${sampled}) union
    (select storage_key from file_versions order by id desc limit ${sampled})`)
  for (const { key } of rows) if ((await storage.sizeOf(key, copy)) !== null) return null
  if (await holdsOnlyOthers({ db, storage })) {
    return `${setting} holds documents that the database doesn’t know: name this portal’s own, or an empty one`
  }
  if (accepts || (isNew && total === 0)) return null
  const what =
    total === 0
      ? 'has not the portal’s id in it'
      : `is empty, but ${total === 1 ? 'a document' : `${total} documents`} should be in it`
  return `${setting} ${what}: is it mounted? If it is new and empty on purpose, set ACCEPT_FOLDERS=once`
}

/** Whether none of the first contents is of this database. */
async function holdsOnlyOthers({ db, storage }: Pick<Identified, 'db' | 'storage'>) {
  const keys: string[] = []
  for await (const { storageKey } of storage.list()) if (keys.push(storageKey) === sampled) break
  if (keys.length === 0) return false
  const { rows } = await db.execute(sql`
    select 1 from file_versions where storage_key in ${keys} union all
    select 1 from content_keys where storage_key in ${keys} limit 1`)
  return rows.length === 0
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
  if (lacking.length > 0) {
    problems.push(
      `DATA_KEY lacks the key ${lacking.join(', ')}: put it back, behind a newer one after a comma`,
    )
  }
  if (row.peppers.length > 0 && !row.peppers.some((pepper) => known.peppers.includes(pepper))) {
    problems.push('PASSWORD_PEPPER is another one than at the last start of a portal process')
  }
  const journal = await findJournalProblem(db)
  if (journal) problems.push(journal)
  for (const copy of copies) {
    const mark = await storage.readMark(copy)
    const setting = settingOf(env, copy)
    if (mark === null) problems.push(`${setting} has not the portal’s id in it: is it mounted?`)
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
