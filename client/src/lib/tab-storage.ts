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

const prefix = 'session:'

/** A value that this tab keeps over a reload, for as long as someone is logged in. */
export function getTabItem(name: string): unknown {
  try {
    return JSON.parse(readTabText(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function setTabItem(name: string, value: unknown): void {
  keepTabText(prefix + name, JSON.stringify(value))
}

export const ownDraft = 'draft:'
export const visitorDraft = 'draft-visitor:'

/** For the next person who uses this tab. */
export const clearTabItems = (): void => removeAll(prefix)

/** Drafts go once someone logged out. */
export const forgetDrafts = (): void => removeAll('draft')

/** One person’s drafts go once another logged in. */
export const forgetOwnDrafts = (): void => removeAll(ownDraft)

/** A visitor’s drafts become those of the person who logged in, whose own drafts win. */
export const takeOverDrafts = (): void =>
  removeAll(visitorDraft, (key, text) => {
    const own = ownDraft + key.slice(visitorDraft.length)
    if (readTabText(own) === null) keepTabText(own, text)
  })

function removeAll(start: string, take?: (key: string, text: string | null) => void): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(start)) continue
      take?.(key, readTabText(key))
      sessionStorage.removeItem(key)
    }
  } catch {
    // Then nothing was kept.
  }
}
