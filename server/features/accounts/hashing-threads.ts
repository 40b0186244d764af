import { join } from 'node:path'
import { Piscina } from 'piscina'
import { builtServerFolder, isCompiledHere } from '../../install-folder'
import type * as HashingThread from './hashing-thread'

/** As many as the queue of passwords lets through at once. */
const maxThreads = 2
/** Where there are few cores, answering goes first. */
const niceIncrement = 5
const idleMs = 10_000

type Threads = Piscina<HashingThread.HashingTask, string | boolean>

interface HashingThreads {
  /** Answers the bcrypt hash. */
  hash(password: string, cost: number): Promise<string>
  /** Whether the bcrypt hash is the password's. */
  compare(password: string, hash: string): Promise<boolean>
}

const program = isCompiledHere
  ? join(import.meta.dirname, 'hashing-thread.ts')
  : join(builtServerFolder, 'hashing-thread.js')

/**
 * Threads take memory, so they start when there is something to hash, and end when there was nothing for a
 * while. When one cannot start, what waits fails, and the next password is tried with new threads.
 */
export function createHashingThreads(filename = program): HashingThreads {
  let threads: Threads | undefined

  function start(): Threads {
    const started: Threads = new Piscina({
      filename,
      name: 'runTask' satisfies keyof typeof HashingThread,
      execArgv: isCompiledHere ? ['--import', 'tsx'] : [],
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      niceIncrement,
    })
    started.once('error', () => {
      if (threads === started) threads = undefined
      // Another thread may fail as well.
      started.on('error', () => undefined)
      void started.destroy()
    })
    return started
  }

  async function run(task: HashingThread.HashingTask) {
    threads ??= start()
    return threads.run(task)
  }

  return {
    hash: async (password, cost) => String(await run({ password, cost })),
    compare: async (password, hash) => Boolean(await run({ password, hash })),
  }
}
