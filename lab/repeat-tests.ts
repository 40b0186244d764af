import { spawn, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

interface Outcome {
  command: string
  isBusy: boolean
  seconds: number
  exitCode: number | null
  /** The counts that the command ends with. */
  lastLine: string
}

/** Keeps every core busy at the usual priority until they are killed. */
const startBusyLoops = (): ChildProcess[] =>
  Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )

/** Runs a test command of the project; what it printed is shown when it failed. */
async function runOnce(command: string, isBusy: boolean): Promise<Outcome> {
  const loops = isBusy ? startBusyLoops() : []
  const began = Date.now()
  try {
    const { exitCode, output } = await new Promise<{ exitCode: number | null; output: string }>(
      (resolve) => {
        const child = spawn('npm', ['run', '--silent', command], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        let printed = ''
        child.stdout.on('data', (chunk: Buffer) => {
          printed += chunk.toString()
        })
        child.once('close', (code) => resolve({ exitCode: code, output: printed }))
      },
    )
    if (exitCode !== 0) console.log(output)
    const seconds = Math.round((Date.now() - began) / 1000)
    const lastLine = output.trim().split('\n').at(-1) ?? ''
    return { command, isBusy, seconds, exitCode, lastLine }
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

const describe = ({ command, isBusy, seconds, exitCode, lastLine }: Outcome) =>
  [
    command.padEnd(10),
    (isBusy ? 'busy' : 'quiet').padEnd(6),
    `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`.padStart(6),
    exitCode === 0 ? 'green' : 'RED  ',
    lastLine,
  ].join('  ')

/**
 * `npm run lab -- repeat --test 10 --deep 3`: runs `npm test` and `npm run test:deep` so often, every other
 * time under a busy loop for each core, and prints their times. Fails when one of them does.
 */
async function repeatTests(): Promise<void> {
  const { values } = parseArgs({
    options: {
      test: { type: 'string', default: '10' },
      deep: { type: 'string', default: '3' },
    },
  })
  const runs = [
    ...Array.from({ length: Number(values.test) }, () => 'test'),
    ...Array.from({ length: Number(values.deep) }, () => 'test:deep'),
  ]
  const outcomes: Outcome[] = []
  for (const [index, command] of runs.entries()) {
    const outcome = await runOnce(command, index % 2 === 1)
    outcomes.push(outcome)
    console.log(describe(outcome))
  }
  console.log(`\n${outcomes.map(describe).join('\n')}`)
  if (outcomes.some(({ exitCode }) => exitCode !== 0)) process.exitCode = 1
}

await repeatTests()
