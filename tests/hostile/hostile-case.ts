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

/** A case whose answers are all looked at, once the last has come. */
export const checkedCase = (
  facts: Pick<HostileCase, 'id' | 'title' | 'expect'>,
  send: (attacker: Attacker) => Promise<Answer[]>,
  check?: (answer: Answer) => void,
): HostileCase => ({
  ...facts,
  async run(attacker) {
    const answers = await send(attacker)
    for (const answer of answers) check?.(answer)
    return answers
  },
})

/** A redirect may lead only to the portal's own pages. */
export const expectNoWayOut = ({ headers: sent }: Answer) => {
  assert.doesNotMatch(String(sent['location'] ?? ''), /^(?:[a-z]+:|\/\/|\/\\)/i)
  assert.equal(sent['set-cookie'], undefined)
  assert.equal(sent['x-injected'], undefined)
}
