import type { Client } from 'pg'
import { onlyRow } from '../../db/only-row'
import { findingsAbout, type Finding } from './finding'

/** Connections that a portal process opens at most. */
export interface ProcessPlan {
  processes: number
  connectionsEach: number
}

/** Commands need some as well. */
const spare = 10

/** Whether Postgres has connections for all processes. */
export async function checkConnections(client: Client, plan: ProcessPlan): Promise<Finding> {
  const { rows } = await client.query<{ most: number; open: number }>(`
    select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open`)
  return judgeConnections({ ...onlyRow(rows), ...plan })
}

export function judgeConnections(found: ProcessPlan & { most: number; open: number }): Finding {
  const { most, open, processes, connectionsEach } = found
  const { ok, problem } = findingsAbout('connections')
  const needed = processes * connectionsEach
  const each = `${processes} × ${connectionsEach} for the portal, ${open} open now, ${most} at most`
  if (needed + spare <= most) return ok(each)
  return problem(
    `${each}: too few, so processes get none when all are busy`,
    'Raise max_connections in Postgres, or run fewer processes.',
  )
}
