/** Refusals that many calls share, word for word. */
export const pleaseLogIn = { message: 'Please log in.', code: 'unauthorized' }

export const onlyAdmin = { message: 'Only the administrator can do this.', code: 'forbidden' }

export const notFound = { message: 'Not found.', code: 'not_found' }

export const unreadable = { message: 'The request could not be read.', code: 'bad_request' }

export const fromElsewhere = { message: 'This request came from another site.', code: 'forbidden' }

export const tooMany = {
  message: 'Too many attempts. Please wait a moment and try again.',
  code: 'too_many_requests',
}

/** A 400 that blames one field. */
export const invalid = (field: string, message: string) => ({
  message,
  code: 'bad_request',
  errors: { [field]: message },
})

/** For comparing what came in any order. */
export const ascending = (numbers: number[]) => numbers.toSorted((left, right) => left - right)

/** `sid=value`, as a browser would send it back. */
export const readCookie = (setCookie: string | string[] | null | undefined): string =>
  [setCookie ?? ''].flat().join().split(';', 1).join()

/** A text field of an answer's JSON; empty when there is none. */
export function readText(json: unknown, name: string): string {
  if (typeof json !== 'object' || json === null) return ''
  const found: unknown = Object.getOwnPropertyDescriptor(json, name)?.value
  return typeof found === 'string' ? found : ''
}

/** Ids that no record has, and texts that are not ids. */
export const impossibleIds = [
  '0',
  '-1',
  '1.5',
  '1e3',
  'abc',
  '0x1',
  '2147483648',
  '99999999999999999999',
  '%00',
  '1;2',
  '1%20or%201=1',
  '%F0%9F%A6%86',
]

const insides = [
  /\bselect .+ from |\binsert into |\bupdate "|postgres|node_modules|\.[cm]?[jt]s:\d|\/tmp\//i,
  /\n {4}at |multer|busboy|drizzle|\bzod\b|yauzl|bcrypt|nodemailer/i,
  /\bE[A-Z]{5,}\b/,
]

const honestFailures = [503, 507]

/**
 * What is wrong with any answer to `METHOD /path`: a crash, an inside view, an error in no known shape. Null
 * when nothing is.
 */
export function findFault(
  call: string,
  answer: { status: number; text: string; hasRequestId: boolean },
): string | null {
  const { status, text, hasRequestId } = answer
  if (status >= 500 && !honestFailures.includes(status)) return String(status)
  if (status < 400) return null
  if (insides.some((pattern) => pattern.test(text))) return `tells too much: ${text.slice(0, 300)}`
  const isOurs = /^[A-Z]+ \/(api|uploads)\//i.test(call) && hasRequestId
  if (!isOurs || status === 416 || call.startsWith('HEAD')) return null
  return isErrorBody(text) ? null : `${status} without a JSON message: ${text.slice(0, 100)}`
}

function isErrorBody(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && 'message' in parsed && 'code' in parsed
  } catch {
    return false
  }
}
