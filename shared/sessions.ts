const minuteMs = 60_000

/** The code of the one 401 that says nothing of the session: a file's link has expired. */
export const linkExpired = 'link_expired'

/** How long a session lives without a request. The server ends it then; the pages show nothing more. */
export const sessionIdleMs = {
  partner: 24 * 60 * minuteMs,
  administrator: 30 * minuteMs,
} as const
