import { addManyRows } from '@tests/support/portal/many-rows'
import { runAs } from '@tests/support/portal/postgres'

interface Amounts {
  referrers: number
  referred: number
  /** Of each referrer's link. */
  daysWithClicks: number
}

/** The first referrers, and after them the people they referred, who were all approved last month. */
const inserts = ({ referrers, referred, daysWithClicks }: Amounts) => `
  set maintenance_work_mem = '512MB';
  alter table ledger_transactions disable trigger user;
  alter table ledger_entries disable trigger user;
  update users set kind = 'referrer', terms_accepted_at = now() where id <= ${referrers};
  update users set status = 'approved', status_at = last.month + interval '9 days'
    from (select date_trunc('month', now()) - interval '1 month' as month) last where id > ${referrers};
  insert into referral_links (code, user_id)
    select 'K' || lpad(n::text, 7, '0'), n from generate_series(1, ${referrers}) n;
  insert into referral_clicks (code, day, clicks)
    select 'K' || lpad(n::text, 7, '0'), current_date - day, 1
    from generate_series(1, ${referrers}) n, generate_series(1, ${daysWithClicks}) day;
  insert into referred_people (code, referrer_id, referred_id, source, signed_up_at)
    select 'K' || lpad(owner::text, 7, '0'), owner, ${referrers} + n, 'link', now() - interval '40 days'
    from (select n, 1 + n % ${referrers} as owner from generate_series(1, ${referred}) n) each;
  insert into ledger_transactions (kind, payee_id, referred_person_id, round, policy_id, at, month)
    select 'reward', referrer_id, id, 1, 1, last.month + interval '10 days', last.month::date
    from referred_people, (select date_trunc('month', now()) - interval '1 month' as month) last order by id;
  insert into ledger_entries (transaction_id, account, payee_id, cents)
    select t.id, side.account, t.payee_id, side.cents from ledger_transactions t,
      (values ('rewards', 50000), ('payable', -50000)) side(account, cents) order by t.id;
  insert into payment_settings (user_id, method, sealed_details, last_four, fingerprint, changed_at)
    select n, 'zelle', 'x', '0000', n::text, now() - interval '60 days' from generate_series(1, ${referrers}) n;
  alter table ledger_transactions enable trigger user;
  alter table ledger_entries enable trigger user`

/** Fills an empty, migrated database with referrers who are owed for last month's referrals. */
export async function addManyReferrals(databaseUrl: string, amounts: Amounts): Promise<void> {
  const people = amounts.referrers + amounts.referred
  await addManyRows(databaseUrl, { users: people, filesPerUser: 0, credentials: 0 })
  await runAs(databaseUrl, inserts(amounts))
  await runAs(databaseUrl, 'vacuum analyze')
}
