const minuteMs = 60_000

/** The code of the one 401 that does not end the session: a file's link has expired. */
export const linkExpired = 'link_expired'

/**
 * How long a session lives without a request. After that the server ends it, and pages hide what they show.
 */
export const sessionIdleMs = {
  partner: 24 * 60 * minuteMs,
  administrator: 30 * minuteMs,
} as const

/** How long the session that signed up can correct a mistyped email. */
export const emailCorrectionMs = 60 * 60_000
