/** Scrolls to what the address names, if that is there. A fragment that cannot be decoded, such as '#%', names nothing. */
export function showAnchor(): boolean {
  try {
    const anchor = document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
    anchor?.scrollIntoView()
    return anchor !== null
  } catch {
    return false
  }
}
