/** The lists that can be taken away as a file, by the last part of their address. */
export const exportedLists = [
  'users',
  'files',
  'credentials',
  'messages',
  'referrals',
  'referred-people',
  'audit-events',
] as const
export type ExportedList = (typeof exportedLists)[number]
