import type { Queryable } from '../db/client'
import { countHashes, countSealed, type KeyUse } from '../db/key-use'
import type { Env } from '../env'
import { secretIds } from '../identity-secrets'
import { findingsAbout, type Finding } from './finding'

/** Whether the keys of the settings are those that the database was filled with. */
export async function checkKeys(
  db: Queryable,
  env: Pick<Env, 'dataKeys' | 'passwordPeppers'>,
): Promise<Finding[]> {
  const { dataKeys, peppers } = secretIds(env)
  return [
    judgeDataKeys(await countSealed(db), dataKeys),
    judgePeppers(await countHashes(db), peppers),
  ]
}

export function judgeDataKeys(sealed: KeyUse[], known: readonly string[]): Finding {
  const { ok, problem } = findingsAbout('DATA_KEY')
  const closed = sealed.filter(({ keyId }) => !known.includes(keyId))
  if (closed.length === 0) return ok('opens every encrypted value')
  const opened = sealed.filter(({ keyId }) => known.includes(keyId))
  const ids = [...new Set(closed.map(({ keyId }) => keyId))].join(', ')
  const places = closed.map(({ place, count }) => `${count} in ${place}`).join(', ')
  return opened.length === 0
    ? problem(
        `it is not the key of this database, and opens nothing: ${places}`,
        `Set the DATA_KEY that the portal had before (its id is ${ids}), or point DATABASE_URL at the database of this key.`,
      )
    : problem(
        `it lacks a key (its id is ${ids}) and cannot open ${places}`,
        'Put that key back behind the first one, DATA_KEY=new,old, restart, and run npm run portal -- keys:rotate. docs/when-something-is-wrong.md says what is lost without it.',
      )
}

export function judgePeppers(hashes: KeyUse[], known: readonly string[]): Finding {
  const { ok, warning, problem } = findingsAbout('PASSWORD_PEPPER')
  // A hash that names none is of the oldest pepper.
  const closed = hashes.filter(({ keyId }) => keyId !== '' && !known.includes(keyId))
  if (closed.length === 0) return ok('is the one that passwords were hashed with')
  if (closed.length === hashes.length) {
    return problem(
      'it is not the pepper of this database, so no one can log in',
      'Set the PASSWORD_PEPPER that the portal had before, or point DATABASE_URL at the database of this one.',
    )
  }
  const people = closed.reduce((sum, { count }) => sum + count, 0)
  return warning(
    `${people} people have a password under a pepper that it lacks, and cannot log in`,
    'Put the older pepper back, PASSWORD_PEPPER=new,old; without it they have to ask for a reset link.',
  )
}
