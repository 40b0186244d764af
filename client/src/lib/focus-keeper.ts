import { isShown } from './is-shown'

const headings = 'h1, h2, h3, h4, [role=heading]'
/** Titles of notices take the focus where there is no heading. */
const titles = '[data-title]'
const controls =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [hidden])'
/** Parts of a page with a heading of their own. */
const areas = 'section, article, form, aside, dialog, [role=tabpanel], main'

interface Held {
  control: HTMLElement
  /** The control and all that it is in, each with its place among its siblings. */
  path: { part: HTMLElement; index: number }[]
}

let held: Held | null = null
/** Where the focus went when nothing new was there yet. */
let stopgap: { element: HTMLElement; area: Element; until: number } | null = null
/** What comes that late is not the outcome of a press. */
const stopgapMs = 1_500

function pathTo(control: HTMLElement): Held['path'] {
  const path: Held['path'] = []
  for (let part: HTMLElement | null = control; part; part = part.parentElement)
    path.push({ part, index: [...(part.parentElement?.children ?? [])].indexOf(part) })
  return path
}

function hold(control: HTMLElement): void {
  // Whoever leaves a toast goes back to where they were.
  if (control.closest('[data-toasts]')) return
  if (control !== held?.control) held = { control, path: pathTo(control) }
}

/**
 * Keeps the focus for all of the app. When what has it goes away, it goes on, in this order, to the heading of what came
 * instead; to the first control of that; to the row or item beside it; to the control right before it; to the heading of the part
 * that it was in.
 */
export function keepFocus(): () => void {
  const controller = new AbortController()
  const listen = <K extends keyof DocumentEventMap>(
    event: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(event, listener, { capture: true, signal: controller.signal })

  listen('focusin', ({ target }) => {
    if (target instanceof HTMLElement) hold(target)
  })
  listen('click', ({ target }) => {
    // Safari gives a button that is clicked no focus.
    const control = target instanceof Element ? target.closest<HTMLElement>(controls) : null
    if (!control) return
    // Enter in a field clicks the form's button, and the focus stays where it is.
    const { activeElement } = document
    if (activeElement === document.body || control.contains(activeElement)) hold(control)
  })
  listen('pointerdown', ({ target }) => {
    if (target instanceof Node && !held?.control.contains(target)) held = null
  })
  // Hidden by its style, it is neither removed nor disabled.
  listen('focusout', () => requestAnimationFrame(() => recover([])))

  const observer = new MutationObserver(recover)
  observer.observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
    attributeFilter: ['disabled'],
  })
  return () => {
    observer.disconnect()
    controller.abort()
  }
}

export function rememberFocus(): () => void {
  const { activeElement } = document
  const before =
    activeElement instanceof HTMLElement && activeElement !== document.body
      ? { control: activeElement, path: pathTo(activeElement) }
      : held
  return () => {
    held = before
    returnFocus()
  }
}

export function returnFocus(): void {
  if (held && isShown(held.control)) held.control.focus()
  else goOn([])
}

function recover(records: readonly MutationRecord[]): void {
  if (stopgap && document.activeElement === stopgap.element) {
    const late = performance.now() < stopgap.until ? findNewHeading(records, stopgap.area) : null
    if (late) focus(late)
    return
  }
  if (!held || (document.activeElement && document.activeElement !== document.body)) return
  const { control } = held
  if (!isShown(control)) {
    goOn(records)
    return
  }
  // Disabling takes the focus; enabled again, the control gets it back.
  const isEnabled = records.some(
    ({ type, target }) => type === 'attributes' && target.contains(control),
  )
  if (isEnabled && !control.matches(':disabled')) control.focus()
}

function goOn(records: readonly MutationRecord[]): void {
  const at = held?.path.findIndex(({ part }) => isShown(part)) ?? -1
  const place = held?.path[at]?.part
  if (!held || !place) return
  const area = place.closest(areas) ?? document.body
  // A row that is drawn anew begins with its checkbox.
  const inTable = place.closest('tr, tbody') ? findNeighbor(held.path, at) : null
  const next = findNewHeading(records, area) ?? inTable ?? findNewControl(records, place)
  const left =
    next ?? findNeighbor(held.path, at) ?? findBefore(held.path, at) ?? findHeading(place)
  if (!left) return
  stopgap = next ? null : { element: left, area: place, until: performance.now() + stopgapMs }
  focus(left)
}

function focus(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus()
}

/** Everything that matches and came with these changes, in the order of the page. */
function listNew(records: readonly MutationRecord[], within: Element, selector: string) {
  const added = records
    .flatMap(({ type, target, addedNodes }) =>
      type === 'characterData' ? [target.parentElement?.closest(headings)] : [...addedNodes],
    )
    .filter((node) => node instanceof HTMLElement)
  return [...within.querySelectorAll<HTMLElement>(selector)].filter(
    (found) => isShown(found) && added.some((node) => node.contains(found)),
  )
}

const findNewHeading = (records: readonly MutationRecord[], area: Element) =>
  listNew(records, area, headings)[0] ?? listNew(records, area, titles)[0] ?? null

/** In place of a whole page there is none: its heading comes first. */
const findNewControl = (records: readonly MutationRecord[], place: Element) =>
  place.matches('main, body')
    ? null
    : (listNew(records, place, controls).find((control) => control.tabIndex >= 0) ?? null)

/** What came after it and is in its place now; in a list or table the last, if need be; in its own row, what is left there. */
function findNeighbor(path: Held['path'], at: number): HTMLElement | null {
  const place = path[at]?.part
  const gone = path[at - 1]
  const isItem = gone?.part.matches('tr, li')
  const next = gone && place?.children.item(gone.index)
  const beside = isItem ? (next ?? place?.lastElementChild) : place?.closest('tr, li')
  if (!isItem && !beside) return next?.querySelector<HTMLElement>(headings) ?? null
  if (!(beside instanceof HTMLElement)) return null
  // The first link or button names a row; an item is read as a whole: the next key must not act on another one unseen.
  return beside.matches('tr')
    ? beside.querySelector<HTMLElement>('a[href], button:not(:disabled)')
    : beside
}

/** The control right before what went, such as the button that began what was canceled. */
function findBefore(path: Held['path'], at: number): HTMLElement | null {
  const before = path[at]?.part.children.item((path[at - 1]?.index ?? 0) - 1)
  if (!(before instanceof HTMLElement) || !isShown(before)) return null
  return before.matches(controls) ? before : before.querySelector<HTMLElement>(controls)
}

function findHeading(place: HTMLElement): HTMLElement | null {
  for (let area = place.closest(areas); area; area = area.parentElement?.closest(areas) ?? null) {
    const found = [...area.querySelectorAll<HTMLElement>(headings)].find(isShown)
    if (found) return found
  }
  const title = document.querySelector('h1')
  return title ?? place.closest(areas)?.querySelector<HTMLElement>(controls) ?? null
}
