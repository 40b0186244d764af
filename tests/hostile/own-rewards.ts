import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { exportedLists } from '@shared/exports'
import { payoutRunDetails } from '@shared/payouts'
import { inTurn, type Answer, type Attacker } from './attacker'
import { confirmAdmin } from './confirm-admin'
import { storing, strictStoring, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'

const bank = { method: 'ach', routingNumber: '021000021', accountType: 'checking' }
const runs = '/api/admin/payout-runs'

/** Someone no other case uses, who is owed an amount and paid to a bank account that no one else has. */
async function newPayee(attacker: Attacker) {
  const { send } = attacker
  const payee = await newPartner(attacker)
  const cents = randomInt(1_000_000, 9_000_000)
  const owed = { payeeId: payee.id, cents, reason: 'Agreed' }
  const admin = await confirmAdmin(attacker)
  const adjusted = await send('POST', '/api/admin/ledger-adjustments', {
    cookie: admin,
    json: owed,
  })
  const accountNumber = `77${randomInt(1e12, 9e12)}`
  attacker.secrets.push(accountNumber)
  const { cookie } = payee
  const json = { ...bank, accountNumber, currentPassword: payee.password }
  const saved = await send('PUT', '/api/payment-settings', { cookie, json })
  assert.deepEqual([adjusted.status, saved.status], [201, 200])
  const listed = await send('GET', '/api/referral-desk/statements', { cookie })
  const month = /"month":"(\d{4}-\d\d)"/.exec(listed.body.toString())?.[1] ?? ''
  return { ...payee, cents, accountNumber, month }
}

/** A draft that pays them all they are owed, as if they were ready for it. */
async function buildDraft(
  { portal }: Attacker,
  { id, cents }: { id: number; cents: number },
): Promise<string> {
  await portal.query(
    "update payment_settings set changed_at = now() - interval '4 days' where user_id = $1",
    [id],
  )
  await portal.query(
    `insert into email_confirmations (user_id, email, confirmed_at)
     select id, email, now() from users where id = $1
     on conflict (user_id) do update
       set confirmed_at = excluded.confirmed_at, token_hash = null, expires_at = null`,
    [id],
  )
  const [draft] = await portal.query<{ run: number }>(
    `with run as (
       insert into payout_runs (period, first_day, last_day)
       values ($1, current_date - 40, current_date + 1) returning id
     )
     insert into payouts (run_id, payee_id, cents, state)
     select id, $2, $3, 'ready' from run returning run_id as run`,
    [`2019-${id}`, id, cents],
  )
  return `${runs}/${draft?.run}`
}

/** Every row of every table, as a dump has them. */
async function dump({ portal }: Attacker): Promise<string> {
  const tables = await portal.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`,
  )
  const rows = await inTurn(tables, ({ name }) => portal.query(`select t::text from ${name} t`))
  return JSON.stringify(rows)
}

/** What someone earns, and where it goes. */
export const ownRewards: HostileCase[] = [
  storing(
    'G12',
    'the desk, statements and payment settings of someone else',
    [200, 400, 404],
    async (attacker) => {
      const { id, cents, accountNumber, month } = await newPayee(attacker)
      const { cookie } = await newPartner(attacker)
      const desk = '/api/referral-desk'
      const headers = { 'X-User-Id': String(id), 'X-Payee-Id': String(id) }
      const ask = (path: string) => attacker.send('GET', path, { cookie, headers })
      const ways = ['', `?userId=${id}&payeeId=${id}&id=${id}`, `/${id}`, `/../${id}`]
      const statements = `${desk}/statements/${month}`
      const paths = [
        ...['/referrals', '/statements', ''].map((part) => desk + part),
        '/api/payment-settings',
        '/api/profile-completion',
        '/api/mail-choices',
      ]
      const answers = await inTurn(
        paths.flatMap((path) => ways.map((way) => path + way)),
        ask,
      )
      for (const { body } of answers)
        for (const theirs of [cents, accountNumber.slice(-4)])
          assert.doesNotMatch(body.toString(), new RegExp(`[:"]${theirs}[,"}]`))
      const months = ['', '.csv', '.pdf', `?userId=${id}`, '%00', '/..', '.CSV']
      const refused = await inTurn(months, (part) => ask(statements + part))
      assert.deepEqual(
        refused.filter(({ status }) => status !== 404),
        [],
      )
      return [...answers, ...refused]
    },
  ),
  strictStoring(
    'G13',
    'an account number, which is in the file for the bank and nowhere else',
    [200, 404],
    async (attacker) => {
      const { portal, send } = attacker
      const { admin } = portal.people
      const { accountNumber, ...payee } = await newPayee(attacker)
      const run = await buildDraft(attacker, payee)
      const approved = await send('POST', `${run}/approve`, {
        cookie: admin,
        json: { count: 1, cents: payee.cents },
      })
      const dumps = [await dump(attacker)]
      const file = await send('GET', `${run}/files/ach`, { cookie: admin })
      assert.match(file.body.toString(), new RegExp(`,${accountNumber},checking,`))
      const details = await send('GET', run, { cookie: admin })
      const [made] = payoutRunDetails.parse(JSON.parse(details.body.toString())).madeFiles
      assert.ok(made)

      const statement = `/api/referral-desk/statements/${payee.month}`
      const answers: Answer[] = [
        approved,
        ...(await inTurn(
          [
            ...exportedLists.map((list) => `/api/admin/exports/${list}`),
            runs,
            run,
            `${run}/files/zelle`,
            `${run}/files/paypal`,
            '/api/admin/referrers',
            `/api/admin/users/${payee.id}/referrals`,
            `/api/admin/users/${payee.id}/history`,
          ],
          (path) => send('GET', path, { cookie: admin }),
        )),
        ...(await inTurn(
          ['/api/referral-desk', statement, `${statement}.csv`, '/api/payment-settings'],
          (path) => send('GET', path, { cookie: payee.cookie }),
        )),
        await send('POST', `${run}/files/ach/paid`, {
          cookie: admin,
          json: { reference: 'ACH 1', fileId: made.id, count: 1, cents: payee.cents },
        }),
      ]
      for (const about of ['Your payment details were changed', 'Your payout is on its way'])
        await portal.mailbox.waitForMail(
          ({ to, subject }) => subject === about && to.includes(payee.email),
        )
      dumps.push(await dump(attacker))
      const places = [...answers.map(({ body }) => body.toString()), ...dumps]
      places.push(JSON.stringify(portal.mailbox.mails))
      assert.equal(places.filter((place) => place.includes(accountNumber)).length, 0)
      return answers
    },
  ),
]
