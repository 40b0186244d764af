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

export const draftPrefix = 'draft:'

/** For the next person who uses this tab. */
export const forgetKept = (): void => removeAll(prefix)

/** What was typed, once someone logged out or someone else logged in. */
export const forgetDrafts = (): void => removeAll(draftPrefix)

function removeAll(start: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(start)) sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept.
  }
}
