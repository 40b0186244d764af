declare global {
  interface Window {
    /** Everything that the announcer has said, in this order. */
    heard: string[]
  }
}

/** Listens to the announcer of the app, whose live regions are in closed shadow trees. Runs in the page itself, before it. */
export function listenToAnnouncer(): void {
  // The files of a worker share their window.
  const isListening = 'heard' in window
  window.heard = []
  if (isListening) return
  // Something may still be said while the globals of a test are being removed.
  const kept = { window, Element }
  const attachShadow: unknown = Object.getOwnPropertyDescriptor(
    Element.prototype,
    'attachShadow',
  )?.value
  if (typeof attachShadow !== 'function') return
  Element.prototype.attachShadow = function attach(...given) {
    const root: unknown = Reflect.apply(attachShadow, this, given)
    if (!(root instanceof ShadowRoot)) throw new Error('There is no shadow tree.')
    new MutationObserver((records) => {
      for (const { addedNodes, target } of records)
        for (const node of addedNodes)
          if (target instanceof kept.Element && target.ariaLive)
            kept.window.heard.push(node.textContent ?? '')
    }).observe(root, { childList: true, subtree: true })
    return root
  }
}

/** In client tests: all that was said so far in this test. */
export const heard = (): string => window.heard.join('\n')

/** What a form says beside its button of why it was not sent. */
export const formRefusal = () => document.querySelector<HTMLElement>('[data-refusal]')
