import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from './app'
import { runAs } from './postgres'

/** All but what a migration filled. */
const emptied = `select format('%I', tablename) from pg_tables
  where schemaname = 'public' and tablename not in ('payout_settings', 'reward_policies')`

/** Past the triggers of what is only ever added to. */
const empty = `
  do $$
  declare
    names text[] := array(${emptied});
    name text;
  begin
    foreach name in array names loop execute 'alter table ' || name || ' disable trigger user'; end loop;
    execute 'truncate ' || array_to_string(names, ',') || ' restart identity cascade';
    foreach name in array names loop execute 'alter table ' || name || ' enable trigger user'; end loop;
  end $$`

/** Leaves a migrated database as it was at first, by its owner. */
export const emptyDatabase = (ownerUrl: string): Promise<void> => runAs(ownerUrl, empty)

/** Removes everyone and everything from an app, for the next test: much less work than another app. */
export async function emptyApp(app: TestApp): Promise<void> {
  await emptyDatabase(app.databaseUrl)
  for (const path of await app.storedPaths()) await rm(join(app.uploadsDir, path))
}
