/** What this tab holds over a reload; null without it, and where the browser keeps nothing. */
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

/** What this tab keeps over a reload, for as long as someone is logged in. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(readTabText(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function keep(name: string, value: unknown): void {
  keepTabText(prefix + name, JSON.stringify(value))
}

export const ownDraft = 'draft:'
export const visitorDraft = 'draft-visitor:'

/** For the next person who uses this tab. */
export const forgetKept = (): void => removeAll(prefix)

/** What was typed, once someone logged out. */
export const forgetDrafts = (): void => removeAll('draft')

/** What one person typed, once another logged in. */
export const forgetOwnDrafts = (): void => removeAll(ownDraft)

/** What a visitor typed becomes that of who logged in, who keeps what they typed before. */
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
