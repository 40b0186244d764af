import { createHmac, timingSafeEqual } from 'node:crypto'

export const doctorHeader = 'X-Portal-Doctor'

const minuteMs = 60_000

/** Shows for a minute or two that a request comes from `npm run portal -- doctor` on these settings. */
export function writeDoctorPass(sessionSecret: string, atMs = Date.now()): string {
  const minute = Math.floor(atMs / minuteMs)
  return createHmac('sha256', sessionSecret).update(`doctor at ${minute}`).digest('base64url')
}

export function isDoctorPass(pass: string | undefined, sessionSecret: string): boolean {
  if (pass === undefined) return false
  const given = Buffer.from(pass)
  return [Date.now(), Date.now() - minuteMs].some((atMs) => {
    const expected = Buffer.from(writeDoctorPass(sessionSecret, atMs))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
