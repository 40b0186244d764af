/** A text that this tab holds over a reload; null without it, and where the browser keeps nothing. */
export function readTabText(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether it is kept: a browser may refuse. */
export function keepTabText(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function readTabValue(key: string): unknown {
  try {
    return JSON.parse(readTabText(key) ?? 'null')
  } catch {
    return null
  }
}

export const keepTabValue = (key: string, value: object): boolean =>
  keepTabText(key, JSON.stringify(value))

/** Acts that can be undone; they go when the session ends. */
export const actsKey = 'acts'

export const draftKeys = { own: 'drafts', visitor: 'visitor-drafts' }

/** Drafts go once someone logged out. */
export const forgetDrafts = (): void =>
  Object.values(draftKeys).forEach((key) => keepTabText(key, null))
