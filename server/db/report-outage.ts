import type { Logger } from 'pino'

/** Says once that something failed, and once that it works again: not for each that fails. */
export function reportOutage(logger: Logger, messages: { began: string; ended: string }) {
  let isOut = false

  function fail(error: unknown): void {
    if (isOut) return
    isOut = true
    logger.warn({ reason: error instanceof Error ? error.message : String(error) }, messages.began)
  }

  function succeed(): void {
    if (!isOut) return
    isOut = false
    logger.warn(messages.ended)
  }

  return {
    fail,
    succeed,
    /** The same promise, whose outcome is told. */
    watch<Result>(work: Promise<Result>): Promise<Result> {
      work.then(succeed, fail)
      return work
    },
  }
}
