import { knownSession } from './known-session'

const prefix = 'session:'

/** What this tab keeps over a reload, for as long as someone is logged in; nothing of a person. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Where the browser keeps nothing, a reload loses it.
  }
}

/** For the next person who uses this tab. */
export function forgetKept(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept.
  }
}

export const draftPrefix = 'draft:'
const ownerKey = 'draft-owner'

/**
 * Whether the drafts of this tab are those of who uses it. A visitor's become those of who logs in next; where someone
 * was logged in, no visitor sees or adds to theirs, and another person's login removes them.
 */
export function isOwnTab(): boolean {
  const owner = sessionStorage.getItem(ownerKey)
  const user = knownSession()?.userId
  if (user === undefined) return owner === null
  if (owner !== null && owner !== String(user)) forgetDrafts()
  sessionStorage.setItem(ownerKey, String(user))
  return true
}

/** Someone logged out, or someone else logged in. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(draftPrefix) || key === ownerKey) sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept.
  }
}
