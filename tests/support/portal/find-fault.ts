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
