import { EnvironmentError, parseEnv } from '@server/env'

/** All that a portal does not start without. */
export const secrets = {
  SESSION_SECRET: 'test-session-secret-0123456789abcdef',
  PASSWORD_PEPPER: 'test-password-pepper-0123456789abcdef',
  DATA_KEY: Buffer.from('test-data-key-of-thirty-two-byte').toString('base64'),
}

/** What is wrong with those once some are changed. */
export function problemsOf(changes: Record<string, string | undefined>): readonly string[] {
  try {
    parseEnv({ ...secrets, ...changes })
    return []
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems
    throw error
  }
}
