/** Whether a part of the page is drawn. */
export function isShown(part: Element): boolean {
  for (let outer: Element | null = part; outer; outer = outer.parentElement)
    if (getComputedStyle(outer).display === 'none') return false
  return part.isConnected
}
