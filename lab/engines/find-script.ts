/**
 * A function for the page that finds a target: by role and accessible name for what can be operated,
 * by its own text for the rest. Plain text, since it runs in browsers that know nothing of this program.
 */
export const findScript = `
const selectors = {
  button: 'button, [role=button]',
  link: 'a[href]',
  tab: '[role=tab]',
  heading: 'h1, h2, h3, h4',
  field: 'input:not([type=checkbox]), select, textarea',
  checkbox: 'input[type=checkbox]',
  text: 'body *',
}
const plain = (text) => (text || '').replace(/\\s+/g, ' ').trim()
const ownName = (element) => {
  if (element.hasAttribute('aria-label')) return plain(element.getAttribute('aria-label'))
  const named = (element.getAttribute('aria-labelledby') || '').split(' ')
    .map((id) => document.getElementById(id)).filter(Boolean)
  if (named.length) return plain(named.map((one) => one.textContent).join(' '))
  if (element.labels && element.labels.length) return plain(element.labels[0].textContent)
  return plain(element.textContent)
}
const isThere = (element, kind) =>
  element.type === 'file' || kind === 'text' || element.getClientRects().length > 0
const find = ({ kind, name }) => {
  const all = [...document.querySelectorAll(selectors[kind])].filter((one) => isThere(one, kind))
  const matching = all.filter((one) =>
    kind === 'text' || kind === 'checkbox' || kind === 'heading'
      ? ownName(one).includes(name)
      : ownName(one) === name,
  )
  // Of text, the innermost element that holds all of it; of two dialogs, the upper one.
  return kind === 'text' ? matching.at(-1) : matching.find((one) => one.closest('dialog')) || matching[0]
}
`
