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
