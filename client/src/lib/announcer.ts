import { createStore } from './store'
import { topDialog } from './top-dialog'

type Urgency = 'polite' | 'assertive'

/** By then the focus has moved, and says some of it. */
const pauseMs = 100
const repeatMs = 1_000
/** After that no one meets it while reading the page. */
const shownMs = 5_000

/** Not looked up later: a timer may outlive the page that it was set in. */
const page = document

const waiting: { text: string; urgency: Urgency }[] = []
const recent = createStore<ReadonlyMap<string, number>>(new Map())
const voices = new WeakMap<Element, Record<Urgency, HTMLElement>>()

/**
 * Lets a screen reader say each text, once, however many parts of the page announce it, and not if it is the heading
 * that has the focus. This is the only live region of the app: all that is outside of a modal dialog is inert, and one
 * that appears with its text is often not said.
 */
export function say(texts: readonly (string | undefined)[], urgency: Urgency): void {
  for (const text of texts) {
    const words = text?.replaceAll(/\s+/g, ' ').trim()
    if (words) waiting.push({ text: words, urgency })
  }
  setTimeout(speak, pauseMs)
}

function speak(): void {
  if (waiting.length === 0) return
  const host = topDialog() ?? page.body
  const voice = voices.get(host)
  if (!voice) {
    voices.set(host, addVoice(host))
    setTimeout(speak, pauseMs)
    return
  }
  const now = performance.now()
  const lastSaid = new Map([...recent.get()].filter(([, at]) => now - at < repeatMs))
  recent.set(lastSaid)
  const texts: Record<Urgency, string[]> = { polite: [], assertive: [] }
  for (const { text, urgency } of waiting.splice(0)) {
    if (lastSaid.has(text) || isFocused(text)) continue
    lastSaid.set(text, now)
    texts[urgency].push(/[.!?…:]$/.test(text) ? text : `${text}.`)
  }
  for (const urgency of ['polite', 'assertive'] as const) {
    if (texts[urgency].length === 0) continue
    const said = page.createElement('p')
    said.textContent = texts[urgency].join(' ')
    // A new element, so that what was said before is said again.
    voice[urgency].replaceChildren(said)
    setTimeout(() => said.remove(), shownMs)
  }
}

/** In a closed shadow tree: no search in the page finds the text twice. */
function addVoice(host: HTMLElement): Record<Urgency, HTMLElement> {
  const holder = host.appendChild(page.createElement('div'))
  holder.className = 'sr-only'
  const root = holder.attachShadow({ mode: 'closed' })
  const addRegion = (urgency: Urgency) => {
    const region = root.appendChild(page.createElement('div'))
    region.ariaLive = urgency
    return region
  }
  return { polite: addRegion('polite'), assertive: addRegion('assertive') }
}

/** Whether it is said as the heading, or the name of the group, that has the focus. */
function isFocused(text: string): boolean {
  const { activeElement } = page
  const title = activeElement?.matches('[role=group]')
    ? page.getElementById(activeElement.getAttribute('aria-labelledby') ?? '')
    : activeElement?.closest('h1, h2, h3, h4, [role=heading], [data-title]')
  return title?.textContent?.includes(text) ?? false
}
