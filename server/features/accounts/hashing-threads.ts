import { join } from 'node:path'
import { Piscina } from 'piscina'
import { isBuilt } from '../../install-folder'
import type * as HashingThread from './hashing-thread'

/** As many as the queue lets through at once. */
const maxThreads = 2
/** Where there are few cores, answering goes first. */
const niceIncrement = 5
const idleMs = 10_000

let threads: Piscina<HashingThread.HashingTask, string | boolean> | undefined

/** They take memory, so they start when there is something to hash, and end when there was nothing for a while. */
function getThreads() {
  threads ??= new Piscina({
    filename: join(import.meta.dirname, isBuilt ? 'hashing-thread.js' : 'hashing-thread.ts'),
    name: 'runTask' satisfies keyof typeof HashingThread,
    execArgv: isBuilt ? [] : ['--import', 'tsx'],
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    niceIncrement,
  })
  return threads
}

/** Answers the bcrypt hash. */
export const hashInThread = async (password: string, cost: number): Promise<string> =>
  String(await getThreads().run({ password, cost }))

/** Whether the bcrypt hash is the password's. */
export const compareInThread = async (password: string, hash: string): Promise<boolean> =>
  Boolean(await getThreads().run({ password, hash }))
