import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'

/** Waits until a program has written what is looked for, and returns the match. */
export async function textFrom(output: Readable, wanted: RegExp): Promise<RegExpMatchArray> {
  let written = ''
  const match = await new Promise<RegExpMatchArray | null>((resolve) => {
    output.on('data', (chunk: Buffer) => {
      written += chunk.toString()
      const found = wanted.exec(written)
      if (found) resolve(found)
    })
    output.once('end', () => resolve(null))
  })
  if (!match) throw new Error(`The program ended at its start:\n${written}`)
  return match
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await gone
}
