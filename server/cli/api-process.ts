import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { inheritedEnv } from '../env'

export interface ApiProcess {
  /** Resolves when it answers; rejects when it ends before that. */
  ready(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The API as a child that ends with this process, even when this process is killed. */
export function startApiProcess(settings: Record<string, string>): ApiProcess {
  let child = spawnApi(settings)
  let restarting: Promise<void> | null = null

  async function restartOnce() {
    await end(child)
    child = spawnApi(settings)
  }

  return {
    async ready() {
      const address = `http://127.0.0.1:${settings['PORT']}/readyz`
      for (;;) {
        if (hasEnded(child)) throw new Error('The API stopped while starting. See above.')
        const answer = await fetch(address).catch(() => null)
        if (answer?.ok) return
        await delay(50)
      }
    },
    // Several files saved together are one restart.
    restart: () => {
      restarting ??= restartOnce().finally(() => {
        restarting = null
      })
      return restarting
    },
    stop: () => end(child),
  }
}

function spawnApi(settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'server/index.ts'], {
    // Over the channel the child notices that its parent is gone.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...inheritedEnv(), ...settings },
  })
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await gone
}
