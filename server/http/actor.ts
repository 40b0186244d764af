import type { Request } from 'express'
import type { Actor, Visitor } from '../ctx'
import { readAddress } from './client-address'
import { currentUser } from './guards'

export const getVisitor = (req: Request): Visitor => ({
  ip: readAddress(req.ip ?? ''),
  requestId: typeof req.id === 'string' ? req.id : undefined,
})

/** Throws 401 when no one is logged in. */
export function getActor(req: Request): Actor {
  const { id, email, isAdmin } = currentUser(req)
  return { id, email, isAdmin, ...getVisitor(req) }
}
