import { readdirSync, readFileSync } from 'node:fs'

export function childrenOf(parent: number): number[] {
  return allProcesses().filter((pid) => parentOf(pid) === parent)
}

/** Its children, theirs, and so on. */
export function descendantsOf(parent: number): number[] {
  return childrenOf(parent).flatMap((child) => [child, ...descendantsOf(child)])
}

/** The command lines of all that were given this path, as an argument or in their environment. */
export function commandsWith(path: string): string[] {
  return allProcesses()
    .filter((pid) => pid !== process.pid)
    .map((pid) => [readProc(pid, 'cmdline'), readProc(pid, 'environ')] as const)
    .filter((texts) => texts.some((text) => text.includes(path)))
    .map(([command]) => command.replaceAll('\0', ' ').trim())
}

const allProcesses = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)

function parentOf(pid: number): number {
  const stat = readProc(pid, 'stat')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Empty when the process is gone, or someone else's. */
function readProc(pid: number, file: 'stat' | 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
