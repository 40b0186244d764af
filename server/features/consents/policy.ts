import type { Actor } from '../../http/actor'

/** The administrator is the one who contacts. */
export const canConsent = (actor: Pick<Actor, 'isAdmin'>): boolean => actor.isAdmin === 0
