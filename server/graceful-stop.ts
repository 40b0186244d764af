import { isNpmScript } from './env'

const parentCheckMs = 500

export interface GracefulStop {
  /** Cleanups run in reverse order: the last one added is called first. */
  add(cleanup: () => unknown): void
  /** Stops everything and ends this process, with the exit code of the first call. */
  stop(exitCode: number): Promise<void>
  hasBegun: () => boolean
}

/**
 * From now on this process ends in order when it is told to, when the process at the other end of its
 * channel is gone, and when its npm is. Whatever is left after `timeoutMs` is given up. `say` gets a line when this
 * begins, and one when all is done.
 */
export function prepareStop(timeoutMs: number, say?: (line: string) => void): GracefulStop {
  const cleanups: (() => unknown)[] = []
  let stopped: Promise<void> | undefined
  const stop = (exitCode: number, why?: string) => (stopped ??= stopAll(exitCode, why))

  async function stopAll(exitCode: number, why = 'an error'): Promise<void> {
    say?.(`stopping (${why})`)
    // Node ends by itself once a cleanup waits for what nothing can answer anymore.
    process.exitCode = exitCode
    // A database that does not answer must not keep the process.
    setTimeout(() => process.exit(1), timeoutMs).unref()
    for (const cleanup of cleanups) {
      await Promise.resolve(cleanup()).catch(() => undefined)
    }
    say?.('stopped')
    process.exit(exitCode)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0, signal))
  }
  if (process.connected) process.once('disconnect', () => void stop(0, 'its parent is gone'))
  if (isNpmScript()) whenParentIsGone(() => void stop(0, 'its npm is gone'))
  return {
    add: (cleanup) => cleanups.unshift(cleanup),
    stop,
    hasBegun: () => stopped !== undefined,
  }
}

/**
 * npm forwards SIGINT and SIGTERM. When anything else ends npm, its child is left running, and a supervisor
 * that started npm does not know about it. No event tells a process that its parent is gone.
 */
function whenParentIsGone(act: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, parentCheckMs)
  watch.unref()
}
