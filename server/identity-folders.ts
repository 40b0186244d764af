import { sql } from 'drizzle-orm'
import type { Portal } from './ctx'
import { fileVersions } from './db/schema/files'
import type { Env } from './env'
import { StorageAwayError } from './storage-away'
import { copies, type Copy } from './storage/port'

export type Identified = Pick<Portal, 'db' | 'storage'> & {
  env: Pick<Env, 'dataKeys' | 'passwordPeppers' | 'storage' | 'acceptFolders'>
}

export const settingOf = ({ storage }: Identified['env'], copy: Copy) =>
  storage.kind === 's3'
    ? { content: 'STORAGE', backup: 'STORAGE (where the second copies are)' }[copy]
    : { content: 'UPLOADS_DIR', backup: 'SECOND_COPY_DIR' }[copy]

export const isStoreAway = (error: unknown) => error instanceof StorageAwayError && !error.isRefusal

export interface Own {
  id: string
  /** Its id before; in a copied database that of the first portal, whose folders stay its own. */
  formerId: string
  isNew: boolean
  /** ACCEPT_FOLDERS=once counts for this start. */
  accepts: boolean
}

/** Adds to the problems; returns which copies are to become this portal's own, and whose they were. */
export async function judgeFolders(of: Identified, own: Own, problems: string[]) {
  const { env, storage } = of
  const unmarked: { copy: Copy; mark: string | null }[] = []
  try {
    for (const copy of copies) {
      const mark = await storage.readMark(copy)
      if (mark === own.id) continue
      const isTaken =
        mark === null ||
        (own.accepts && mark !== own.formerId && (await listSome(storage)).length === 0)
      if (isTaken) unmarked.push({ copy, mark })
      else problems.push(belongsToOther(settingOf(env, copy)))
    }
    for (const { copy } of unmarked) {
      const problem = await judgeUnmarked(of, copy, own)
      if (problem) problems.push(problem)
    }
  } catch (error) {
    // The wrong key is wrong whether the object store answers or not.
    if (problems.length === 0 || !isStoreAway(error)) throw error
  }
  return unmarked
}

export const belongsToOther = (setting: string) =>
  `${setting} belongs to another portal, whose id is in its .portal: name this portal’s own, or an empty one. If it holds no documents, set ACCEPT_FOLDERS=once; if it is still refused, delete that .portal file first`

const sampled = 10

/** Why a folder without the portal's id may not become its own; null when it may. */
async function judgeUnmarked(
  { env, db, storage }: Identified,
  copy: Copy,
  { isNew, accepts }: Own,
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
      ? 'doesn’t have the portal’s id in it'
      : `is empty, but ${total === 1 ? 'a document' : `${total} documents`} should be in it`
  return `${setting} ${what}: is it mounted? If it is new and empty on purpose, set ACCEPT_FOLDERS=once`
}

async function listSome(storage: Identified['storage']): Promise<string[]> {
  const keys: string[] = []
  for await (const { storageKey } of storage.list()) if (keys.push(storageKey) === sampled) break
  return keys
}

/** Whether none of the first contents is of this database. */
async function holdsOnlyOthers({ db, storage }: Pick<Identified, 'db' | 'storage'>) {
  const keys = await listSome(storage)
  if (keys.length === 0) return false
  const { rows } = await db.execute(sql`
    select 1 from file_versions where storage_key in ${keys} union all
    select 1 from content_keys where storage_key in ${keys} limit 1`)
  return rows.length === 0
}
