import { basename, join } from 'node:path'
import { Piscina } from 'piscina'
import { builtServerFolder, isCompiledHere } from './install-folder'

/** Where there are few cores, answering goes first. */
const niceIncrement = 10
const idleMs = 10_000

interface WorkerThreads<Task, Result> {
  run(task: Task): Promise<Result>
}

/**
 * Threads for work that would keep the answering one busy. `program` is the source of a module that exports
 * `runTask`, which the build has as an entry. Threads take memory, so they start when there is a task, and end when
 * there was none for a while. When one cannot start, tasks that wait fail, and the next one is tried with new threads.
 */
export function createWorkerThreads<Task, Result>(
  program: string,
  maxThreads: number,
): WorkerThreads<Task, Result> {
  const filename = isCompiledHere
    ? program
    : join(builtServerFolder, `${basename(program, '.ts')}.js`)
  let threads: Piscina<Task, Result> | undefined

  function start(): Piscina<Task, Result> {
    const started: Piscina<Task, Result> = new Piscina({
      filename,
      name: 'runTask',
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

  return {
    async run(task) {
      threads ??= start()
      return threads.run(task)
    },
  }
}
