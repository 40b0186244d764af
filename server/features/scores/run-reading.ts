import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foundScore } from '@shared/scores'
import { z } from '@shared/zod'
import { builtServerFolder, isCompiledHere } from '../../install-folder'
import type { ReportReading } from './report/read-report'

const cpuSeconds = 20
/** Longer on a busy machine. */
const wallMs = 60_000
const heapMegabytes = 256
const maxAnswerBytes = 64 * 1024
/** People's requests go first, as with hashing; during other work the process still keeps a share of a core. */
const niceIncrement = 5

const heapLimit = `--max-old-space-size=${heapMegabytes}`

/** How the process is started: by the compiler that development runs on, or as it was built. */
const program = isCompiledHere ? describeSource() : describeBuilt()

function describeSource() {
  const script = fileURLToPath(new URL('./reading-process.ts', import.meta.url))
  return { args: [heapLimit, '--import', 'tsx', script], dataKilobytes: 2_500_000 }
}

/** It may read its own program and libraries, write nothing, and start nothing. */
function describeBuilt() {
  const libraries = dirname(
    dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  )
  const readable = [
    `${builtServerFolder}/*`,
    `${libraries}/*`,
    join(dirname(builtServerFolder), 'package.json'),
  ]
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  return {
    args: [
      heapLimit,
      permission,
      ...readable.map((path) => `--allow-fs-read=${path}`),
      join(builtServerFolder, 'reading-process.js'),
    ],
    dataKilobytes: 900_000,
  }
}

const answer = z.union([
  z.object({ state: z.literal('done'), scores: z.array(foundScore).max(50) }),
  z.object({ state: z.enum(['unreadable', 'failed']) }),
])

/**
 * Reads a report in a process that has no secrets, little memory, little time and a lower
 * priority. `failed` when it ends any other way than with an answer.
 */
export async function runReading(input: {
  bytes: Buffer
  fileType: string
  /** Ends it with the portal. */
  signal: AbortSignal
  maxMs?: number
}): Promise<ReportReading> {
  const { bytes, fileType, signal, maxMs = wallMs } = input
  const child = startProcess(fileType)
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(end, maxMs)
  signal.addEventListener('abort', end)
  try {
    return parseAnswer(await exchange(child, bytes, end))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}

function startProcess(fileType: string): ChildProcess {
  const command = [process.execPath, ...program.args, fileType]
  // Unpacked contents do not count as heap: the system itself bounds what the process takes.
  const limits = `ulimit -t ${cpuSeconds}; ulimit -d ${program.dataKilobytes}; exec "$@"`
  const [file = '', ...args] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', limits, 'sh', ...command]
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Nothing of the portal's: a document that took it over would find no key.
    env: {},
  })
  try {
    if (child.pid) setPriority(child.pid, Math.min(getPriority() + niceIncrement, 19))
  } catch {
    // The process has already exited.
  }
  return child
}

/** The process's answer, once it has ended. */
async function exchange(child: ChildProcess, bytes: Buffer, end: () => void): Promise<string> {
  return new Promise((resolveAnswer) => {
    const parts: Buffer[] = []
    let length = 0
    child.stdout?.on('data', (part: Buffer) => {
      length += part.length
      if (length > maxAnswerBytes) end()
      else parts.push(part)
    })
    child.once('error', () => resolveAnswer(''))
    child.once('close', () => resolveAnswer(Buffer.concat(parts).toString('utf8')))
    // It may end before it has read everything.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(bytes)
  })
}

function parseAnswer(text: string): ReportReading {
  try {
    return answer.parse(JSON.parse(text))
  } catch {
    return { state: 'failed' }
  }
}
