import { resetMinutes } from './accounts'
import { emailChangeHours } from './email-changes'
import { emailConfirmationHours } from './profile-completion'

interface MailRule {
  /**
   * What happens to one that waits when its reader's email changes: it follows to the new address, stays with the one
   * that it was for, dies, or is rewritten by its feature, because it has something for one address alone.
   */
  onNewAddress: 'follows' | 'stays' | 'dies' | 'rewritten'
  /** How its reader turns it off: by a choice of its own, or with their consent to email; null: not at all. */
  turnedOffBy: 'choice' | 'consent' | null
  /**
   * For how long the link is good that is for the reader of the mailbox and no one else. A text with such a link is
   * removed once it is sent, and shown to no one. Null without one.
   */
  linkMinutes: number | null
  /** Whether it is still sent to someone who is closing their account. */
  isSentWhileClosing: boolean
  /** Whether a person wrote it. */
  isPersonal: boolean
}

const news = {
  onNewAddress: 'follows',
  turnedOffBy: null,
  linkMinutes: null,
  isSentWhileClosing: false,
  isPersonal: false,
} as const satisfies MailRule

const newsByChoice = { ...news, turnedOffBy: 'choice' } as const satisfies MailRule

/** Whoever reads the address before must be able to object. */
const securityNotice = {
  ...news,
  onNewAddress: 'stays',
  isSentWhileClosing: true,
} as const satisfies MailRule

const ofMeeting = { ...securityNotice, onNewAddress: 'rewritten' } as const satisfies MailRule

/** Every kind of mail, with all that differs between kinds. */
export const mailKinds = {
  welcome: news,
  approved: news,
  rejected: news,
  /** About a document or a login. */
  refusal: news,
  question: news,
  'question-reminder': news,
  'referral-signed-up': newsByChoice,
  'referral-approved': newsByChoice,
  payout: { ...newsByChoice, isSentWhileClosing: true },
  'payout-returned': { ...news, isSentWhileClosing: true },
  /** Asks someone how we may pay them. */
  'payout-question': news,
  'payment-details': securityNotice,
  notice: securityNotice,
  reset: { ...news, onNewAddress: 'dies', linkMinutes: resetMinutes, isSentWhileClosing: true },
  'email-confirmation': {
    ...news,
    onNewAddress: 'dies',
    linkMinutes: emailConfirmationHours * 60,
  },
  /** The address before still needs the link that stops the change. */
  'email-change': { ...securityNotice, linkMinutes: emailChangeHours * 60 },
  /** To the address in a form. Its link does not expire; a mail about it is late after a week. */
  'referral-link': { ...news, onNewAddress: 'stays', linkMinutes: 7 * 24 * 60 },
  /** Has a link or a calendar entry: `rewriteLetters`. */
  meeting: ofMeeting,
  /** Says nothing new. */
  'meeting-reminder': ofMeeting,
  /** Cancels a meeting in the calendar of an address that is no longer someone's. */
  'meeting-removal': securityNotice,
  composed: { ...news, turnedOffBy: 'consent', isPersonal: true },
  reply: { ...news, isPersonal: true },
  /** To the support mailbox. */
  digest: { ...news, onNewAddress: 'stays' },
} as const satisfies Record<string, MailRule>

export type MailKind = keyof typeof mailKinds

const isMailKind = (name: string): name is MailKind => Object.hasOwn(mailKinds, name)
export const mailKindNames: readonly MailKind[] = Object.keys(mailKinds).filter(isMailKind)

export type MailKindWith<Key extends keyof MailRule, Answer extends MailRule[Key]> = {
  [Kind in MailKind]: (typeof mailKinds)[Kind][Key] extends Answer ? Kind : never
}[MailKind]

/** Whether there is a choice of its own for such mails. */
export const isByChoice = (kind: MailKind): kind is MailKindWith<'turnedOffBy', 'choice'> =>
  mailKinds[kind].turnedOffBy === 'choice'
