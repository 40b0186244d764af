import type { Request } from 'express'
import { readAddress } from './client-address'
import { currentUser } from './guards'
import type { SessionUser } from './session'

/** The sender of a request, logged in or not. */
export interface Visitor {
  ip: string | null
  /** Of the request, as its answer and the log have it. */
  requestId?: string
}

/** Who does something, and from where. */
export interface Actor extends Visitor, Pick<SessionUser, 'id' | 'email' | 'isAdmin'> {}

export const getVisitor = (req: Request): Visitor => ({
  ip: readAddress(req.ip ?? ''),
  requestId: typeof req.id === 'string' ? req.id : undefined,
})

/** Throws 401 when no one is logged in. */
export function getActor(req: Request): Actor {
  const { id, email, isAdmin } = currentUser(req)
  return { id, email, isAdmin, ...getVisitor(req) }
}
