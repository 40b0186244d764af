import type { BrowserContext } from 'playwright-core'
import { nameMaxLength } from '@shared/accounts'
import type { Applicant } from '@tests/support/client/people'

/** Who signs up, by the role they play, each with a report of their own. */
export const partners = {
  partner: { firstName: 'Amelia', lastName: 'Brandt', phoneNumber: '(555) 010-2030' },
  approved: { firstName: 'Tomás', lastName: 'Herrera Villanueva' },
  rejected: {
    firstName: 'Maximilian-Alexander',
    lastName: 'von Hohenlohe-Waldenburg-Schillingsfürst',
  },
  closing: { firstName: 'Ines', lastName: 'Okafor' },
  secured: { firstName: 'Linh', lastName: 'Tran' },
  /** Asked to change their email while the portal had no mail sender. */
  wishing: { firstName: 'Yusuf', lastName: 'Demir' },
  /** Asked for one when it had. */
  moving: { firstName: 'Hannah', lastName: 'Sorensen' },
  longNamed: {
    firstName: 'Wolfeschlegelsteinhausen'.repeat(7).slice(0, nameMaxLength),
    lastName: 'Maria de los Ángeles '.repeat(8).slice(0, nameMaxLength).trim(),
  },
  /** Sent a document that was turned down. */
  replacing: { firstName: 'Grace', lastName: 'Lindqvist' },
  /** Were asked, instead of being turned down: about themselves, and about their document. */
  asked: { firstName: 'Rosa', lastName: 'Marchetti' },
  askedDocument: { firstName: 'Kenji', lastName: 'Adeyemi' },
  newcomer: { firstName: 'Noor', lastName: 'Haddad' },
} satisfies Record<string, Partial<Applicant>>

export type Partner = keyof typeof partners
export type Role = Partner | 'referrer' | 'sharing' | 'unproven' | 'visitor' | 'admin'
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>
