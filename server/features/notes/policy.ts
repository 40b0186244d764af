import { maxNotesPerUser } from '@shared/notes'

/** Notes are about the people who are reviewed, not about who reviews them. */
export const canHaveNotes = (user: { isAdmin: 0 | 1 }): boolean => user.isAdmin === 0

export const hasRoomForNote = (count: number): boolean => count < maxNotesPerUser
