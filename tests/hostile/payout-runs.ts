import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { payoutSettings } from '@tests/support/portal/feature-calls'
import { atOnce, inTurn, type Answer, type Attacker } from './attacker'
import { confirmAdmin, findId } from './confirm-admin'
import { attempt, storing, type HostileCase } from './hostile-case'
import { noAmounts } from './reward-rules'

const newPeriod = () => `2019-${randomBytes(6).toString('hex')}`

/** A payout in transit to someone. */
async function buildPayout(attacker: Attacker) {
  const payeeId = await findId(attacker, attacker.portal.people.partner)
  const [found] = await attacker.portal.query<{ run: number; payout: number }>(
    `with run as (
       insert into payout_runs (period, first_day, last_day, state, approved_at)
       values ($1, current_date - 40, current_date - 10, 'approved', now()) returning id
     )
     insert into payouts (run_id, payee_id, cents, state, method)
     select id, $2, 50000, 'paying', 'zelle' from run returning run_id as run, id as payout`,
    [newPeriod(), payeeId],
  )
  assert.ok(found)
  return found
}

const succeeded = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status === 200).length

/** Runs, and what becomes of their payouts. */
export const payoutRuns: HostileCase[] = [
  attempt('G07', 'payout settings that are none', [400], async (attacker) => {
    const cookie = await confirmAdmin(attacker)
    const wrong = [
      ...noAmounts.map((minimumCents) => ({ minimumCents })),
      ...noAmounts.map((reportingCents) => ({ reportingCents })),
      { schedule: 'hourly' },
    ]
    return inTurn(wrong, (one) => {
      const json = { ...payoutSettings, ...one }
      return attacker.send('PUT', '/api/admin/payout-settings', { cookie, json })
    })
  }),
  storing(
    'G08',
    'a payout run approved by five at once, and again',
    [200, 409],
    async (attacker) => {
      const cookie = await confirmAdmin(attacker)
      const [run] = await attacker.portal.query<{ id: number }>(
        `insert into payout_runs (period, first_day, last_day)
         values ($1, '2019-01-01', '2019-01-31') returning id`,
        [newPeriod()],
      )
      const approve = () =>
        attacker.send('POST', `/api/admin/payout-runs/${run?.id}/approve`, {
          cookie,
          json: { count: 0, cents: 0 },
        })
      const answers = await atOnce(5, approve)
      answers.push(await approve())
      assert.equal(succeeded(answers), 1)
      return answers
    },
  ),
  storing(
    'G09',
    'a payout marked as paid by five at once, and as failed after that',
    [200, 409],
    async (attacker) => {
      const cookie = await confirmAdmin(attacker)
      const { payout } = await buildPayout(attacker)
      const mark = (json: object) =>
        attacker.send('PATCH', `/api/admin/payouts/${payout}`, { cookie, json })
      const paid = { state: 'paid', reference: 'ZL-1' }
      const answers = await atOnce(5, () => mark(paid))
      answers.push(await mark({ state: 'failed', reason: 'Both ways' }))
      assert.equal(succeeded(answers), 1)
      const posted = await attacker.portal.query(
        'select kind from ledger_transactions where payout_id = $1',
        [payout],
      )
      assert.deepEqual(posted, [{ kind: 'paid' }])
      return answers
    },
  ),
  attempt('G10', 'payouts settled as nothing that there is', [400, 404], async (attacker) => {
    const cookie = await confirmAdmin(attacker)
    const wrong = [
      {},
      { state: 'paid' },
      { state: 'paid', reference: ' ' },
      { state: 'paid', reference: 'a\r\nb' },
      { state: 'failed', reference: 'ZL-1' },
      { state: 'ready', reason: 'x' },
      { state: ['paid'], reference: 'ZL-1' },
      { state: 'paid', reference: 'ZL-1', cents: 1 },
    ]
    const runs = '/api/admin/payout-runs'
    const paidFile = { cookie, json: { reference: 'ZL-1', fileId: 1, count: 1, cents: 1 } }
    return [
      ...(await inTurn(wrong, (json) =>
        attacker.send('PATCH', '/api/admin/payouts/2147483647', { cookie, json }),
      )),
      await attacker.send('GET', `${runs}/2147483647`, { cookie }),
      await attacker.send('GET', `${runs}/1/files/cash`, { cookie }),
      await attacker.send('GET', `${runs}/1/files/__proto__`, { cookie }),
      await attacker.send('POST', `${runs}/2147483647/files/ach/paid`, paidFile),
      await attacker.send('POST', `${runs}/2147483647/approve`, {
        cookie,
        json: { count: 0, cents: 0 },
      }),
    ]
  }),
  storing(
    'G11',
    'a script in a reason, which stays the text that it is',
    [200],
    async (attacker) => {
      const cookie = await confirmAdmin(attacker)
      const { run, payout } = await buildPayout(attacker)
      const reason = '<script>alert(1)</script> =HYPERLINK("//evil.example") \u202egnp.exe'
      const failed = await attacker.send('PATCH', `/api/admin/payouts/${payout}`, {
        cookie,
        json: { state: 'failed', reason },
      })
      const read = await attacker.send('GET', `/api/admin/payout-runs/${run}?state=failed`, {
        cookie,
      })
      assert.match(String(read.headers['content-type']), /^application\/json/)
      assert.match(read.body.toString(), /<script>alert\(1\)<\/script> =HYPERLINK/)
      return [failed, read]
    },
  ),
]
