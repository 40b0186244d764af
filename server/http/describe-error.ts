/** The parts of an error that may be logged. Database errors carry SQL and its parameters: only their cause is. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'a thrown value that is no error' }
  const { cause } = error
  if (cause instanceof Error) {
    const code = 'code' in cause ? cause.code : undefined
    return { name: error.name, cause: cause.message, code, stack: cause.stack }
  }
  return { name: error.name, message: error.message, stack: error.stack }
}
