// What the administrator's lists are narrowed and sorted by, and how long they are. Apart from the
// schemas, so that a page draws its list before zod has arrived.

/** Unless another is asked for. */
export const pageSize = 25

/** Totals are exact up to here; `X-Total-Count` then stays one above. */
export const exactTotalLimit = 10_000

/** So many rows are chosen one by one at most; everything that a filter shows may be more. */
export const mostChosenRows = 1_000

export const reviewStatuses = ['pending', 'approved', 'rejected'] as const

/** How far the administrator has got with a message or referral. */
export const messageStatuses = ['new', 'read', 'done'] as const

/** `waiting`: for its virus check, read by no one. `infected`: found so later, its bytes are gone. */
export const quarantineStates = ['waiting', 'infected'] as const

/** The orders that every dated list knows; each list adds its own. */
export const dateSorts = ['newest', 'oldest'] as const
export const userSorts = [...dateSorts, 'name', 'score'] as const
export const fileSorts = [...dateSorts, 'name'] as const

export const auditKinds = [
  'decisions',
  'documents',
  'shared-logins',
  'accounts',
  'logins',
  'messages',
  'email',
  'texts',
  'matches',
  'money',
  'settings',
] as const

/** A search of the trail looks for so many of the newest people, and of the newest documents. */
export const searchedSubjects = 20

/** The kind of decision of each list that bulk runs work on. */
export const kindOfList = { users: 'user', files: 'file', credentials: 'credential' } as const

/** An entrepreneur is vetted before anyone is introduced to them. */
export const entrepreneurStatuses = ['vetting', 'ready', 'withdrawn'] as const

/** Where an entrepreneur is: as vetted while they are free, otherwise in an introduction or a match. */
export const entrepreneurStates = [
  'vetting',
  'ready',
  'introduced',
  'matched',
  'withdrawn',
] as const

/** How far an introduction has got. The first three are open. */
export const matchStates = ['arranging', 'booked', 'met', 'succeeded', 'ended'] as const
export const openMatchStates = ['arranging', 'booked', 'met'] as const
export const matchEnds = [
  'partner-declined',
  'entrepreneur-declined',
  'partner-gone',
  'withdrawn',
] as const

/** `composed`: written by the administrator. */
export const textKinds = [
  'decision',
  'match-times',
  'match-booked',
  'match-tomorrow',
  'match-soon',
  'match-answer',
  'match-ended',
  'composed',
] as const
export const textStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'cancelled',
] as const

/** Needs of an open match: first those that the administrator meets, then those that are waited for. */
export const matchNeeds = [
  'undelivered',
  'call-for-times',
  'call-after-cancellations',
  'other-times-wanted',
  'new-times',
  'record-meeting',
  'video-link',
  'call-for-answer',
  'times',
  'meeting',
  'answers',
] as const

/** Asked once before an approval. */
export const concernKinds = [
  'unopened-document',
  'unopened-login',
  'low-score',
  'name-differs',
  'shared-document',
  'same-person',
] as const

/** `clean`: a score was found, and nothing speaks against an approval. */
export const verdicts = ['clean', 'look'] as const
