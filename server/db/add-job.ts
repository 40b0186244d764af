import { sql } from 'drizzle-orm'
import type { Transaction } from './client'

/** The jobs that the worker knows, with what each is given. */
export interface Jobs {
  'remove-contents': { storageKeys: string[] }
}

/** Enqueues a job that runs if, and only if, the transaction commits; retried until it succeeds. */
export async function addJob<Name extends keyof Jobs>(
  tx: Transaction,
  name: Name,
  payload: Jobs[Name],
): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`)
}
