import { wordDatabaseFault } from './database-away'
import { EnvironmentError } from './env'
import { PlainError } from './errors'

/** What an operator can do something about, a line each; null for what nobody has thought of. */
export function explainFailure(error: unknown): readonly string[] | null {
  if (error instanceof EnvironmentError) return error.problems
  if (error instanceof PlainError) return [error.message]
  const fault = wordListenFault(error) ?? wordDatabaseFault(error)
  return fault === null ? null : [fault]
}

function wordListenFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'listen') return null
  const code = 'code' in error ? String(error.code) : ''
  const port = 'port' in error ? String(error.port) : ''
  if (code === 'EADDRINUSE') return `PORT ${port} is in use by another program: take another one`
  if (code === 'EACCES')
    return `PORT ${port} may not be opened by this user: take one above 1023, with the proxy in front`
  return `PORT ${port} can’t be opened: ${code}`
}
