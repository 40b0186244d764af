import type { PortalProcess } from './portal-process'
import { runCommand, type CommandResult } from './run-command'

/** Runs `npm run portal -- fsck` next to a running portal. It ends with 0: sound; 1: not sound; 2: it could not run. */
export const runFsck = (
  portal: Pick<PortalProcess, 'env'> & { build?: string },
  ...options: string[]
): Promise<CommandResult> => runCommand('fsck', portal, ...options)
