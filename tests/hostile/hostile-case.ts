import assert from 'node:assert/strict'
import type { Answer, Attacker } from './attacker'

/** One thing that a hostile client tries. */
export interface HostileCase {
  /** Its group's letter and a number; it never changes, so that reports can name it. */
  id: string
  title: string
  /** Statuses that withstand it, for each of its answers; 0 is a connection closed without one. */
  expect: readonly number[]
  /** The portal with wide limits, or the one with real limits, a mail sender and a virus scanner. */
  at?: 'wide' | 'strict'
  /** Part of it is allowed, and may leave rows and contents; otherwise nothing may change. */
  mayStore?: boolean
  /** Throws when something other than a status is wrong. */
  run(attacker: Attacker): Promise<Answer | readonly Answer[]>
}

const createBuilder =
  (more: Pick<HostileCase, 'at' | 'mayStore'>) =>
  (
    id: string,
    title: string,
    expect: readonly number[],
    run: HostileCase['run'],
    /** Looks at each answer, once the last has come. */
    check?: (answer: Answer) => void,
  ): HostileCase => ({
    id,
    title,
    expect,
    ...more,
    async run(attacker) {
      const answers = [await run(attacker)].flat()
      for (const answer of answers) check?.(answer)
      return answers
    },
  })

export const attempt = createBuilder({})
export const storing = createBuilder({ mayStore: true })
export const strictAttempt = createBuilder({ at: 'strict' })
export const strictStoring = createBuilder({ at: 'strict', mayStore: true })

export type Fields = Readonly<Record<string, readonly unknown[]>>

/** Each value of each field, in an object of its own. */
export const each = (fields: Fields) =>
  Object.entries(fields).flatMap(([field, values]) => values.map((value) => ({ [field]: value })))

/** What no one-line text may keep. */
export const unseen = /[\p{Cc}\p{Cs}]/u

/** A redirect may lead only to the portal's own pages. */
export const expectNoWayOut = ({ headers: sent }: Answer) => {
  assert.doesNotMatch(String(sent['location'] ?? ''), /^(?:[a-z]+:|\/\/|\/\\)/i)
  assert.equal(sent['set-cookie'], undefined)
  assert.equal(sent['x-injected'], undefined)
}
