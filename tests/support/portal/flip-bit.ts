import { readFile, writeFile } from 'node:fs/promises'

/** Changes one bit of a file, somewhere in the middle, as a worn disk would. */
export async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
}
