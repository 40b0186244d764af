/**
 * Runs in each page of the journeys, and logs as an error what no one can work with: after a press the focus is on
 * nothing; what has the focus is covered; a change was sent and neither the focus moved nor anything was said.
 */
export function watchFocus(): void {
  // A document that people uploaded runs no scripts.
  if (window.origin === 'null') return
  const page = document
  const shownLetters = 60
  const stuck = ['fixed', 'sticky']
  const isLoading = () =>
    page.querySelector(
      '[aria-busy="true"], .animate-skeleton, [role="status"] .animate-spin, fieldset:disabled',
    ) !== null
  const pressable = 'a[href], button, summary, [role=menuitem], [role=tab], input[type=submit]'
  const nameOf = (node: Element) =>
    `${node.tagName} “${node.getAttribute('aria-label') ?? (node.textContent ?? '').slice(0, shownLetters)}”`

  /** How many looks in a row found the focus on nothing: on a busy machine they are as late as the page itself. */
  let pressed: { control: Element; name: string; lost: number } | null = null
  document.addEventListener(
    'click',
    ({ target }) => {
      const control = target instanceof Element ? target.closest(pressable) : null
      pressed =
        control && control === document.activeElement
          ? { control, name: nameOf(control), lost: 0 }
          : null
    },
    { capture: true },
  )
  setInterval(() => {
    if (!pressed) return
    // A page that is still being fetched takes the focus once it is there.
    const { control } = pressed
    const isLeaving =
      control instanceof HTMLAnchorElement && control.pathname !== window.location.pathname
    // Disabled until it is answered, it gets the focus back.
    const isBusy = isLeaving || isLoading() || control.matches(':disabled')
    if (document.activeElement !== document.body || isBusy) pressed.lost = 0
    else pressed.lost += 1
    if (pressed.lost > 9) {
      console.error(`Focus lost: on nothing after ${pressed.name} at ${window.location.pathname}`)
      pressed = null
    }
  }, 100)

  const floats = (node: Element | null): Element | null => {
    for (let part = node; part; part = part.parentElement)
      if (stuck.includes(getComputedStyle(part).position)) return part
    return null
  }
  /** What lies over a control at a point of it, if that is stuck to the window or to its scroller. */
  function coverAt(control: Element, x: number, y: number): Element | null {
    const top = document.elementFromPoint(x, y)
    if (!top || control.contains(top) || top.contains(control)) return null
    const float = floats(top)
    return float && !float.contains(control) ? float : null
  }
  function lookAtFocus(): void {
    const control = document.activeElement
    if (!control?.matches('a, button, input, select, textarea, summary, [role=menuitem]')) return
    if (!control.matches(':focus-visible') || document.getAnimations().length > 0) return
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    if (bottom - top > window.innerHeight / 2 || bottom - top < 4) return
    const points: [number, number][] = [
      [x, y],
      [x, top + 3],
      [x, bottom - 3],
      [left + 3, y],
      [right - 3, y],
    ]
    for (const [px, py] of points) {
      const cover = coverAt(control, px, py)
      if (!cover) continue
      console.error(
        `Focus covered: ${nameOf(control)} is under ${nameOf(cover)} at ${window.location.pathname}, ${window.innerWidth}×${window.innerHeight}`,
      )
      return
    }
  }
  document.addEventListener('focusin', () => setTimeout(lookAtFocus, 250))

  const fetchAsBefore = window.fetch
  window.fetch = async (...args) => {
    const [input, init] = args
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const url = input instanceof Request ? input.url : input.toString()
    const said = window.heard.length
    const focused = document.activeElement
    const address = window.location.href
    const by = pressed?.name
    const answer = await fetchAsBefore(...args)
    // To open a file isn't a change.
    const isChange = !['GET', 'HEAD'].includes(method) && !url.endsWith('-file-token')
    if (by && isChange) {
      const check = () => {
        const isSilent =
          window.heard.length === said &&
          document.activeElement === focused &&
          window.location.href === address
        if (isSilent && isLoading()) setTimeout(check, 500)
        else if (isSilent) console.error(`Nothing said after ${by}: ${method} ${url}`)
      }
      setTimeout(check, 1_500)
    }
    return answer
  }
}
