import type { Client } from 'pg'
import { addManyReferrals } from './many-referrals'
import { callPortal } from '@tests/support/portal/portal-caller'
import { testAdmin } from '@tests/support/portal/portal-process'
import { timeCalls } from './time-calls'
import { withPortal } from './with-portal'

const amounts = { referrers: 100_000, referred: 200_000, daysWithClicks: 10 }
/** Of the one with the most referrals. */
const most = 5_000

/**
 * `npm run lab -- bench:referrals`: with 100,000 referrers, a million clicks and 200,000 rewarded referrals, how long
 * the desk of a referrer, the administrator's pages and the draft of a payout run take, compared with one plain SQL
 * statement that sums the same. Needs `npm run build` before it.
 */
async function main(): Promise<void> {
  await withPortal(
    async ({ portal, client }) => {
      const caller = callPortal(portal.origin)
      const [some, many] = [await caller.signUp(), await caller.signUp()]
      const admin = await caller.logIn(testAdmin)
      if (!some || !many || !admin) throw new Error('Not everyone could log in.')
      await giveReferrals(client, some.email, 2)
      await giveReferrals(client, many.email, most)
      const send = async (method: string, path: string, cookie: string) => {
        const answer = await caller.send(method, path, { cookie })
        if (!answer || answer.status > 201) throw new Error(`${path} answered ${answer?.status}`)
      }
      const get = (path: string, cookie: string) => send('GET', path, cookie)
      const sums = `select account, sum(cents) from ledger_entries
        where payee_id = (select id from users where email = $1) group by account`
      for (const { email, cookie } of [some, many]) {
        const count = email === some.email ? 2 : most
        await timeCalls(`the desk of someone with ${count} referrals`, () =>
          get('/api/referral-desk', cookie),
        )
        await timeCalls('  their newest referrals', () =>
          get('/api/referral-desk/referrals', cookie),
        )
        await timeCalls('  their sums, in plain SQL', () => client.query(sums, [email]))
      }
      await timeCalls('the newest referred people', () => get('/api/admin/referred-people', admin))
      await timeCalls('referrers by what they earned', () => get('/api/admin/referrers', admin))
      await timeCalls('the funnel', () => get('/api/admin/referral-funnel', admin), 5)
      await timeCalls('the draft of a run', () => send('POST', '/api/admin/payout-runs', admin), 3)
      const owed = `select payee_id, -sum(cents) from ledger_entries where account = 'payable' group by payee_id`
      await timeCalls('  all balances, in plain SQL', () => client.query(owed), 3)
    },
    (url) => addManyReferrals(url, amounts),
  )
}

/** Makes the newest so many referrals someone's, with what was earned by them. */
async function giveReferrals(client: Client, email: string, count: number): Promise<void> {
  await setLedgerTriggers(client, 'disable')
  await client.query(
    `with owner as (select id from users where email = $1),
      given as (
        update referred_people set referrer_id = (select id from owner)
        where id in (select id from referred_people where referrer_id <= $2 order by id desc limit $3)
        returning id
      ),
      moved as (
        update ledger_transactions set payee_id = (select id from owner)
        where referred_person_id in (select id from given) returning id
      )
    update ledger_entries set payee_id = (select id from owner)
    where transaction_id in (select id from moved)`,
    [email, amounts.referrers, count],
  )
  await setLedgerTriggers(client, 'enable')
}

/** Without them the ledger can be changed. */
const setLedgerTriggers = (client: Client, action: 'disable' | 'enable') =>
  client.query(
    `alter table ledger_transactions ${action} trigger user; alter table ledger_entries ${action} trigger user`,
  )

await main()
