import { sql } from 'drizzle-orm'
import type { Database, Queryable } from './db/client'
import { countHashes, countSealed } from './db/key-use'
import { portal } from './db/schema/portal'
import { keyId } from './db/sealing'
import type { Env } from './env'
import { pepperId } from './features/accounts/passwords'

type Secrets = Pick<Env, 'dataKeys' | 'passwordPeppers'>

/** Ids of the keys without which a database is worth little. */
export interface SecretIds {
  dataKeys: string[]
  peppers: string[]
}

export const secretIds = (env: Secrets): SecretIds => ({
  dataKeys: env.dataKeys.map(keyId),
  peppers: env.passwordPeppers.map(pepperId),
})

/** `keys:rotate` has sealed everything with this key. */
export const noteOnlyKey = (db: Database, id: string) => db.update(portal).set({ dataKeys: [id] })

/** What the key has sealed stays closed for good, and a start asks for it no more. */
export const giveUpKey = (db: Database, id: string) =>
  db.update(portal).set({ dataKeys: sql`array_remove(${portal.dataKeys}, ${id})` })

const putBack = 'put it back, behind a newer one after a comma'

export const lacksKeys = (ids: readonly string[], why = '') =>
  `DATA_KEY lacks the key ${ids.join(', ')}${why}: ${putBack}; if it is lost for good, npm run portal -- keys:rotate --give-up ${ids[0] ?? ''}`

/** Whether these keys open what the database holds; `unused` are ids of keys that no value needs any more. */
export async function judgeSecrets(db: Database, env: Secrets, row: SecretIds) {
  const known = secretIds(env)
  const problems: string[] = []
  const lacking = row.dataKeys.filter((id) => !known.dataKeys.includes(id))
  const sealed = lacking.length > 0 ? await describeSealed(db) : new Map<string, string>()
  for (const id of lacking) {
    const what = sealed.get(id)
    if (what !== undefined) problems.push(lacksKeys([id], ` that ${what} sealed with`))
  }
  if (row.peppers.some((id) => !known.peppers.includes(id))) {
    const hashes = await countHashes(db)
    const closed = hashes.filter((use) => use.keyId !== '' && !known.peppers.includes(use.keyId))
    const count = closed.reduce((sum, use) => sum + use.count, 0)
    if (count > 0 && closed.length === hashes.length) {
      problems.push(
        `PASSWORD_PEPPER is not the one that ${count === 1 ? 'the only password was' : `all ${count} passwords were`} hashed with, so nobody could log in: put the old one back, behind a newer one after a comma`,
      )
    }
  }
  return { problems, unused: lacking.filter((id) => !sealed.has(id)) }
}

export const idsOf = (uses: readonly { keyId: string }[]) =>
  [...new Set(uses.map((use) => use.keyId))].filter((id) => id !== '')

/** By the id of the key: `53 documents are`. */
async function describeSealed(db: Queryable): Promise<Map<string, string>> {
  const all = await countSealed(db)
  return new Map(
    idsOf(all).map((id) => {
      const uses = all.filter((use) => use.keyId === id)
      const documents = uses.find(({ place }) => place === 'content_keys.sealed_key')
      const [count, what] = documents
        ? [documents.count, 'document']
        : [uses.reduce((sum, use) => sum + use.count, 0), 'value']
      return [id, count === 1 ? `one ${what} is` : `${count} ${what}s are`]
    }),
  )
}
