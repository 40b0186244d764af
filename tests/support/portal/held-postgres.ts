import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@server/db/embedded/start'
import { lastLines, openServerLog, spawnLogged } from '@server/db/embedded/cluster'
import { findProcess, shutDownPostmaster, readyPort } from '@server/db/embedded/server'
import { choosePostgresRunner } from '@server/db/embedded/runner'
import { makeMemoryFolder } from './memory-folder'
import { childrenOf } from './portal-process'
import { removeDataDir } from './remove-data-dir'

/** A Postgres of its own that can be killed, started again on the same port, and frozen. */
export interface HeldPostgres {
  url: string
  /** Kills all of its processes together, like a power cut. */
  kill(): Promise<void>
  /** Starts it again after `kill`; resolves when it takes connections. */
  startAgain(): Promise<void>
  /** Stops every process of it where it is; connections stay open and unanswered. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

export async function startHeldPostgres(): Promise<HeldPostgres> {
  const { dataDir, ownerUrl } = await makeCluster()
  return holdCluster(dataDir, ownerUrl)
}

/** A cluster as the portal makes it, which does not run. */
async function makeCluster() {
  const dataDir = await makeMemoryFolder('portal-held-postgres-')
  const embedded = await startEmbeddedPostgres({ dataDir })
  await embedded.stop()
  return { dataDir, url: embedded.url, ownerUrl: embedded.ownerUrl }
}

/** Runs a cluster as it ran before, but for these arguments, until `stop` removes it. */
async function holdCluster(
  dataDir: string,
  url: string,
  changes: string[] = [],
): Promise<HeldPostgres> {
  // What the portal starts it also keeps running; the same command without a keeper does as it is told.
  const runner = choosePostgresRunner(dataDir)
  const log = await openServerLog(join(dataDir, 'postgres.log'))
  const command = await readFile(join(runner.cluster, 'postmaster.opts'), 'utf8')
  const args = [...command.matchAll(/"([^"]*)"/g)].map(([, argument = '']) => argument)
  let postmaster = 0

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [postmaster, ...childrenOf(postmaster)]) send(pid, signal)
  }
  const killAll = () => signalAll('SIGKILL')
  process.once('exit', killAll)

  async function launch(): Promise<void> {
    const { pid = 0 } = spawnLogged(runner, log, 'postgres', [...args, ...changes])
    while ((await readyPort(runner.cluster, pid)) === undefined) {
      if (!findProcess(pid)) throw new Error(lastLines(log.since(0)))
      await delay(10)
    }
    postmaster = pid
  }

  await launch()
  return {
    url,
    async kill() {
      const all = [postmaster, ...childrenOf(postmaster)]
      for (const pid of all) send(pid, 'SIGKILL')
      while (all.some((pid) => findProcess(pid))) await delay(10)
    },
    startAgain: launch,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async stop() {
      signalAll('SIGCONT')
      await shutDownPostmaster(postmaster)
      process.off('exit', killAll)
      await removeDataDir(dataDir)
    },
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}
