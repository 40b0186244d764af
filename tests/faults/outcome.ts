import type { Fault } from './fault'

/** 'held', or everything that was reported: for tests, whose message it becomes. */
export async function outcomeOf(fault: Fault, times?: number): Promise<string> {
  const lines: string[] = []
  const hasHeld = await fault.run((line) => lines.push(line), times)
  return hasHeld ? 'held' : lines.join('\n')
}
