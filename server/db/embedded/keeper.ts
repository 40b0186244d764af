import { setTimeout as delay } from 'node:timers/promises'
import type { ServerLog } from './log'
import { shutDownPostmaster } from './process'
import type { PostgresRunner } from './runner'
import { launchServer, type LaunchedServer } from './server'

const retryMs = 2_000

/**
 * Keeps a server running until `stop`: one that ends by itself (killed for its memory, say) is
 * started again on the same port, where everyone looks for it.
 */
export function keepRunning(
  server: LaunchedServer,
  options: { runner: PostgresRunner; log: ServerLog; onLog: (line: string) => void },
): { stop(): Promise<void> } {
  const { runner, log, onLog } = options
  let { child } = server
  const stopping = new AbortController()
  const { signal } = stopping
  let restarted = Promise.resolve()

  async function restart(): Promise<void> {
    while (!signal.aborted) {
      onLog('Postgres stopped unexpectedly. Starting it again')
      try {
        const launched = await launchServer(runner, log, onLog, server.port)
        child = launched.child
        watch()
        return
      } catch (error) {
        onLog(error instanceof Error ? error.message : String(error))
        await delay(retryMs, null, { signal }).catch(() => undefined)
      }
    }
  }

  function again(): void {
    if (!signal.aborted) restarted = restart()
  }

  function watch(): void {
    // It may have ended before the listener was added.
    if (child.exitCode !== null || child.signalCode !== null) again()
    else child.once('exit', again)
  }

  watch()
  return {
    async stop() {
      stopping.abort()
      await restarted
      if (child.pid && child.exitCode === null && child.signalCode === null) {
        await shutDownPostmaster(child.pid)
      }
    },
  }
}
