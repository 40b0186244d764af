const minuteMs = 60_000

/** How long a session lives without a request. The server ends it then; the pages show nothing more. */
export const sessionIdleMs = {
  partner: 24 * 60 * minuteMs,
  administrator: 30 * minuteMs,
} as const
