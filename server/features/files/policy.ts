import type { Actor } from '../../ctx'
import { maxFilesPerUser } from '@shared/file-kinds'

export const ownsFile = (actor: Actor, file: { userId: number | null }): boolean =>
  file.userId === actor.id

export const canReplaceFile = (actor: Actor, file: { userId: number | null }): boolean =>
  actor.isAdmin === 1 || ownsFile(actor, file)

/** The administrator has no documents. */
export const canLinkFiles = (actor: Actor): boolean => actor.isAdmin === 0

export const hasRoomForFile = (fileCount: number): boolean => fileCount < maxFilesPerUser
