import type { Client } from 'pg'

/** What is written once: rows are added and never changed or removed but by what they reference. */
const appendOnly = [
  'audit_events',
  'audit_chain',
  'audit_seals',
  'consents',
  'reward_policies',
  'ledger_transactions',
  'ledger_entries',
]

/**
 * Lets the portal's role work with the tables of the owner who calls this, and no more: it makes, changes and
 * owns none, and what is append-only it only adds to. To be repeated after every migration.
 */
export async function grantToPortal(client: Client, role: string): Promise<void> {
  const portal = client.escapeIdentifier(role)
  await client.query(`
    begin;
    grant usage on schema public, graphile_worker, drizzle to ${portal};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${portal};
    revoke update, delete on ${appendOnly.join(', ')} from ${portal};
    grant usage on all sequences in schema public, graphile_worker to ${portal};
    grant select on all tables in schema drizzle to ${portal};
    -- Graphile Worker hides all rows from whoever does not own its tables. Here the rights above decide.
    do $$
    declare hidden regclass;
    begin
      for hidden in
        select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      loop
        execute format('alter table %s disable row level security', hidden);
      end loop;
    end $$;
    commit`)
}
