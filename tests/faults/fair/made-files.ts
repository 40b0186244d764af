import { findEmbeddedPostgres } from '@server/db/embedded/start'
import { readCookie } from '@tests/support/portal/answers'
import { callPortal } from '@tests/support/portal/portal-caller'
import { queryAs } from '@tests/support/portal/postgres'
import { flood } from './attacks'
import { newAddress, type Call, type Crowd } from './crowd'

/** As many lines as a referrer of some thousand people may have in a month. */
const statementLines = 1_000

/** Gives the attacker a long statement, and answers its address without the ending. */
async function findStatement({ portal, attacker }: Crowd): Promise<string> {
  const database = await findEmbeddedPostgres({ dataDir: portal.env['DATA_DIR'] ?? '' })
  if (!database) throw new Error('Its Postgres does not run.')
  const [row] = await queryAs<{ month: string }>(
    database.ownerUrl,
    `with made as (
      insert into ledger_transactions (kind, payee_id, month, reason, by_id)
      select 'adjustment', u.id, date_trunc('month', now() at time zone 'America/New_York'), 'Agreed ' || n, u.id
      from users u, generate_series(1, ${statementLines}) n where u.email = '${attacker.email}'
      returning id, payee_id, to_char(month, 'YYYY-MM') as month
    ), entries as (
      insert into ledger_entries (transaction_id, account, payee_id, cents)
      select id, account, payee_id, cents from made, (values ('rewards', 1), ('payable', -1)) two (account, cents)
    ) select max(month) as month from made`,
  )
  return `/api/referral-desk/statements/${row?.month}`
}

/** The same call of the attacker, by ten at a time. */
const floodAs = (name: string, prepare: (crowd: Crowd) => Promise<Omit<Call, 'address'>[]>) =>
  flood(name, 10, (crowd) => {
    const address = newAddress()
    const prepared = prepare(crowd)
    return async (caller) => {
      const calls = await prepared
      const call = calls[caller % calls.length]
      if (!call) throw new Error(`There is no call of ${name}.`)
      return { ...call, address }
    }
  })

/** A new session: a person's logins end the oldest ones. */
async function openSession({ portal, attacker }: Crowd): Promise<string> {
  const cookie = await callPortal(portal.origin).logIn(attacker)
  if (!cookie) throw new Error('The attacker cannot log in.')
  return cookie
}

export const statements = floodAs('statements', async (crowd) => {
  const [path, cookie] = [await findStatement(crowd), await openSession(crowd)]
  return ['.pdf', '.pdf', '.pdf', '.csv'].map((ending) => ({ path: path + ending, cookie }))
})

/** The codes themselves are drawn by the browser, from what these calls answer. */
const linksForQrCodes = floodAs('links for QR codes', async (crowd) => {
  const [cookie, another] = [await openSession(crowd), await openSession(crowd)]
  const json = { currentPassword: crowd.attacker.password }
  return [
    { path: '/api/referral-desk', cookie },
    { method: 'POST', path: '/api/referral-link', cookie, json: {} },
    { method: 'POST', path: '/api/second-factor', cookie: another, json },
  ]
})

export const ownCopies = floodAs('copies of one’s own data', async (crowd) => {
  const path = '/api/account/data'
  const json = { currentPassword: crowd.attacker.password }
  const confirm = { method: 'POST', path, address: newAddress(), json }
  const answer = await crowd.send({ ...confirm, cookie: await openSession(crowd) })
  if (answer?.status !== 200) throw new Error(`The copy was not given: ${answer?.status}`)
  return [{ path, cookie: readCookie(answer.headers['set-cookie']) }]
})

/** By someone who has got hold of the administrator's session. */
const listExports = floodAs('exports of lists', async ({ admin: cookie }) =>
  ['users', 'files', 'audit-events'].map((list) => ({
    path: `/api/admin/exports/${list}`,
    cookie,
  })),
)

export const madeFiles = [statements, linksForQrCodes, ownCopies, listExports]
