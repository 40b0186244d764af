// What the administrator's lists are narrowed and sorted by, and how long they are. Apart from the
// schemas, so that a page draws its list before zod has arrived.

/** Unless another is asked for. */
export const pageSize = 25

/** Totals are exact up to here; `X-Total-Count` then stays one above. */
export const exactTotalLimit = 10_000

/** So many rows are chosen one by one at most; everything that a filter shows may be more. */
export const mostChosenRows = 1_000

/** What the administrator can decide about a user, a file or a credential. */
export const reviewStatuses = ['pending', 'approved', 'rejected'] as const

/** How far the administrator has got with a message or referral. */
export const messageStatuses = ['new', 'read', 'done'] as const

/** `waiting`: for its virus check, read by no one. `infected`: found so later, its bytes are gone. */
export const quarantineStates = ['waiting', 'infected'] as const

/** The orders that every dated list knows; each list adds its own. */
export const dateSorts = ['newest', 'oldest'] as const
export const userSorts = [...dateSorts, 'name', 'score'] as const
export const fileSorts = [...dateSorts, 'name'] as const

/** What the audit trail is filtered by. */
export const auditKinds = [
  'decisions',
  'documents',
  'shared-logins',
  'accounts',
  'logins',
  'messages',
  'email',
  'money',
  'settings',
] as const

/** A search of the trail looks for so many of the newest people, and of the newest documents. */
export const searchedSubjects = 20

/** What is decided about in each list that bulk runs work on. */
export const kindOfList = { users: 'user', files: 'file', credentials: 'credential' } as const
