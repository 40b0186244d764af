import { requireIdentity, settleIdentity } from '../identity'
import type { Identified } from '../identity-folders'
import { quietLogger } from './with-database'

/** For what fills folders again: with ACCEPT_FOLDERS it takes new ones, as a start would. */
export async function takeFolders(of: Identified & { databaseUrl: string }): Promise<void> {
  if (of.env.acceptFolders) await settleIdentity({ ...of, logger: quietLogger })
  else await requireIdentity(of)
}
