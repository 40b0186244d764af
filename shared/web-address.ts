/** Web addresses only: https or http, a real host name, no login inside the address. */
export function isWebAddress(value: string): boolean {
  const url = parseAddress(value)
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.hostname.includes('.') &&
    url.username === '' &&
    url.password === ''
  )
}

// Safari 16 has no URL.canParse.
function parseAddress(value: string): URL | null {
  try {
    return new URL(value)
  } catch {
    return null
  }
}
