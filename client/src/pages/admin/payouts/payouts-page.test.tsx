import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PayoutLine, PayoutRun, PayoutState } from '@shared/payouts'
import type { RewardPolicy } from '@shared/rewards'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import { PayoutsPage } from './payouts-page'

const api = installFakeApi()
const runs = '/api/admin/payout-runs'

const line = (id: number, state: PayoutState, overrides: Partial<PayoutLine> = {}): PayoutLine => ({
  id,
  payeeId: 20 + id,
  name: `Payee ${id}`,
  cents: 50_000,
  state,
  reason: null,
  method: 'zelle',
  lastFour: '0142',
  reference: null,
  settledAt: null,
  yearCents: 150_000,
  mustBeReported: false,
  ...overrides,
})

let run: PayoutRun
let lines: PayoutLine[]
function setLines(state: PayoutRun['state'], given: PayoutLine[]) {
  lines = given
  const states = [...new Set(given.map((one) => one.state))]
  run = {
    id: 4,
    period: '2026-10',
    firstDay: '2026-10-01',
    lastDay: '2026-10-31',
    state,
    createdAt: '2026-11-15T10:00:00.000Z',
    approvedAt: null,
    totals: states.map((one) => {
      const of = given.filter((listed) => listed.state === one)
      return { state: one, count: of.length, cents: of.reduce((sum, { cents }) => sum + cents, 0) }
    }),
  }
}

beforeEach(() => {
  setLines('draft', [
    line(1, 'ready', { mustBeReported: true }),
    line(2, 'ready'),
    line(3, 'held', { reason: 'settings-changed' }),
    line(4, 'under-minimum', { cents: 1_000 }),
    line(5, 'missing-settings', { method: null, lastFour: null, name: null }),
  ])
  api.routes = {
    [`GET ${runs}`]: () => ({ body: [run] }),
    [`GET ${runs}/4`]: ({ url }) => ({
      body: {
        ...run,
        files: [{ method: 'zelle', count: 2, cents: 100_000 }],
        madeFiles: [
          { id: 9, method: 'zelle', madeAt: '2026-11-15T11:00:00.000Z', count: 2, cents: 100_000 },
        ],
        lines: lines.filter(({ state }) => state === url.searchParams.get('state')),
        nextCursor: null,
      },
    }),
  }
})

const show = () => renderPage(<PayoutsPage />, '/admin/payouts')
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const part = async (name: string) => within(await screen.findByRole('region', { name }))

/** The dialog that a button opens. */
async function openBy(button: string, name: string) {
  await press(button)
  const role = /^(Paid|Mark all as paid)/.test(button) ? 'dialog' : 'alertdialog'
  const dialog = within(await screen.findByRole(role, { name }))
  const send = () => userEvent.click(dialog.getByRole('button', { name }))
  return { dialog, send }
}

describe('a draft', () => {
  it('has its lines by their status, with what sets them apart', async () => {
    show()
    const ready = await part('Ready')
    expect(ready.getByRole('heading')).toHaveTextContent('Ready 2, $1,000.00')
    const [, first, second] = await ready.findAllByRole('row')
    expect(first).toHaveTextContent(/Payee 1.*\$500\.00.*\$1,500\.00.*Report.*Zelle ••0142/)
    expect(second).not.toHaveTextContent('Report')
    const held = await part('On hold')
    expect(await held.findByText('Payment settings changed in the last 3 days')).toBeVisible()
    const missing = await part('No payment settings')
    expect(await missing.findByText('User 25, deleted')).toBeVisible()
    expect((await part('Under the minimum')).getByRole('heading')).toHaveTextContent('$10.00')
    expect(screen.queryByRole('button', { name: /as paid/ })).toBeNull()
  })

  it('is approved after a question that names its sum', async () => {
    const confirm = vi.fn<typeof window.confirm>().mockReturnValueOnce(false).mockReturnValue(true)
    vi.stubGlobal('confirm', confirm)
    api.routes[`POST ${runs}/4/approve`] = ({ body }) => {
      expect(body).toEqual({ count: 2, cents: 100_000 })
      setLines('approved', [line(1, 'paying'), line(2, 'paying')])
      return { body: run }
    }
    show()
    await press('Approve Run')
    expect(confirm).toHaveBeenCalledWith(
      'Approve the payout run for October 2026: 2 payouts, $1,000.00 in all?',
    )
    expect(api.count(`POST ${runs}/4/approve`)).toBe(0)
    await press('Approve Run')
    await waitFor(() => expect(shownToast()).toEqual(['Payout run approved']))
    expect(await part('To be paid')).toBeDefined()
  })

  it('tells what of it can’t be paid anymore', async () => {
    vi.stubGlobal('confirm', () => true)
    api.routes[`POST ${runs}/4/approve`] = () => {
      setLines('approved', [line(1, 'paying'), line(2, 'held', { reason: 'nothing-left' })])
      return { body: run }
    }
    show()
    await press('Approve Run')
    const left = '1 of its 2 payouts can’t be made anymore: what is owed has changed. See On hold.'
    await waitFor(() => expect(shownToast()).toEqual(['Payout run approved', left]))
  })

  it('that can pay no one is closed', async () => {
    const confirm = vi.fn<typeof window.confirm>().mockReturnValue(true)
    vi.stubGlobal('confirm', confirm)
    setLines('draft', [line(5, 'missing-settings', { method: null, lastFour: null })])
    api.routes[`POST ${runs}/4/approve`] = () => {
      run = { ...run, state: 'done' }
      return { body: run }
    }
    show()
    await press('Close Run')
    expect(confirm).toHaveBeenCalledWith(
      'No one can be paid in the run for October 2026. Close it? All amounts stay in their balances.',
    )
    await waitFor(() => expect(shownToast()).toEqual(['Payout run closed']))
    api.routes[`POST ${runs}`] = () => ({ body: run })
    await press('Prepare Run Now')
    const done = ['The run for October 2026 was already approved']
    await waitFor(() => expect(shownToast()).toEqual(done))
  })

  it('asks those without payment settings for them, once a week', async () => {
    const answers = [{ asked: 2 }, { asked: 0 }]
    api.routes[`POST ${runs}/4/ask-payees`] = () => ({ body: answers.shift() })
    show()
    await press('Ask for Details')
    await waitFor(() => expect(shownToast()).toEqual(['Asked 2 people how they’d like to be paid']))
    await press('Ask for Details')
    const nothing = ['Everyone here was asked in the last 7 days']
    await waitFor(() => expect(shownToast()).toEqual(nothing))
  })

  it('is prepared when asked for, or says why there is none', async () => {
    api.routes[`POST ${runs}`] = () => fakeRefusal(409, 'No one is owed anything for that time.')
    show()
    await press('Prepare Run Now')
    const said = ['No run was prepared', 'No one is owed anything for that time.']
    await waitFor(() => expect(shownToast()).toEqual(said))
  })
})

describe('an approved run', () => {
  beforeEach(() => setLines('approved', [line(1, 'paying'), line(2, 'paying')]))

  it('has a payout marked as paid with a reference, which the payee sees', async () => {
    api.routes['PATCH /api/admin/payouts/1'] = ({ body }) => {
      expect(body).toEqual({ state: 'paid', reference: 'ZL-7' })
      setLines('approved', [line(1, 'paid', { reference: 'ZL-7' }), line(2, 'paying')])
      return { body: lines[0] }
    }
    show()
    const { dialog, send } = await openBy('Paid: payout to Payee 1', 'Mark as Paid')
    expect(dialog.getByText('$500.00 to Payee 1')).toBeVisible()
    await send()
    expect(await dialog.findByText('Please enter the payment reference.')).toBeVisible()
    fill('Reference', 'ZL-7', dialog)
    await send()
    await waitFor(() => expect(shownToast()).toEqual(['Marked as paid']))
    expect(await (await part('Paid')).findByText('Reference ZL-7')).toBeVisible()
  })

  it('marks all of a file, and says what that came to', async () => {
    api.routes[`POST ${runs}/4/files/zelle/paid`] = ({ body }) => {
      expect(body).toEqual({ reference: 'Batch 12', fileId: 9, count: 2, cents: 100_000 })
      setLines('done', [line(1, 'paid'), line(2, 'paid')])
      return { body: run }
    }
    show()
    // One card, in which what is done stands first.
    const file = within(await screen.findByRole('list', { name: 'Payment files' }))
    const steps = file.getAllByRole('listitem').slice(1)
    expect(steps.map((step) => step.textContent)).toEqual([
      'DownloadedDownload Again',
      expect.stringMatching(/^2\.Pay the file of Nov 15, .*, then mark itMark All as Paid$/),
    ])
    const { dialog, send } = await openBy('Mark all as paid by Zelle', 'Mark as Paid')
    expect(dialog.getByText('2 payouts by Zelle, $1,000.00 in all')).toBeVisible()
    fill('Reference', 'Batch 12', dialog)
    await send()
    expect((await part('Paid')).getByRole('heading')).toHaveTextContent('Paid 2, $1,000.00')
  })

  it('has more than PayPal takes in one file downloaded as an archive of several', async () => {
    const file = { method: 'paypal', count: 10_001, cents: 50_005_000 }
    api.routes[`GET ${runs}/4`] = () => ({
      body: { ...run, files: [file], madeFiles: [], lines, nextCursor: null },
    })
    api.routes[`GET ${runs}/4/files/paypal`] = () => ({
      headers: { 'Content-Type': 'application/zip' },
      body: 'zipped',
    })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    show()
    expect(await screen.findByText('10,001 payouts, $500,050.00, in 3 files')).toBeVisible()
    await press('Download ZIP for PayPal')
    await waitFor(() => expect(saved).toEqual(['payouts-2026-10-paypal.zip']))
  })

  it('has one marked as failed, which says why when it cannot be', async () => {
    const refusal = 'This payout was already marked as paid.'
    api.routes['PATCH /api/admin/payouts/2'] = ({ body }) => {
      expect(body).toEqual({ state: 'failed', reason: 'Returned' })
      return fakeRefusal(409, refusal)
    }
    show()
    await press('Failed: payout to Payee 2')
    await screen.findByLabelText('Why did it fail?')
    fill('Why did it fail?', 'Returned')
    await press('Mark as Failed')
    expect(await screen.findByText(refusal)).toBeVisible()
  })
})

describe('a settled payout', () => {
  const correct = `POST /api/admin/payouts/1/correct`

  it('that came back is marked as returned, with what happened, and once', async () => {
    setLines('done', [line(1, 'paid', { reference: 'ZL-7' })])
    api.routes[correct] = ({ body }) => {
      expect(body).toEqual({ state: 'failed', reason: 'Account closed' })
      setLines('done', [line(1, 'failed', { reference: 'ZL-7', reason: 'Account closed' })])
      return { body: lines[0] }
    }
    show()
    const { dialog, send } = await openBy('Returned: payout to Payee 1', 'Mark as Returned')
    expect(dialog.getByText(/^\$500\.00 to Payee 1 goes back to the balance/)).toBeVisible()
    await send()
    expect(await dialog.findByText('Please enter what happened.')).toBeVisible()
    fill('What happened?', 'Account closed', dialog)
    await send()
    expect(await (await part('Failed')).findByText('Reference ZL-7, Account closed')).toBeVisible()
    expect(screen.queryByRole('button', { name: /: payout to/ })).toBeNull()
  })

  it('that arrived after all is marked as paid, with its reference', async () => {
    setLines('done', [line(1, 'failed', { reason: 'Returned' })])
    api.routes[correct] = ({ body }) => {
      expect(body).toEqual({ state: 'paid', reference: 'ZL-7', reason: 'It arrived' })
      setLines('done', [line(1, 'paid', { reference: 'ZL-7', reason: 'It arrived' })])
      return { body: lines[0] }
    }
    show()
    const { dialog, send } = await openBy('It Was Paid: payout to Payee 1', 'Mark as Paid')
    fill('Reference', 'ZL-7', dialog)
    fill('What happened?', 'It arrived', dialog)
    await send()
    expect(await (await part('Paid')).findByText('Reference ZL-7, It arrived')).toBeVisible()
  })
})

const policy = (overrides: Partial<RewardPolicy>): RewardPolicy => ({
  id: 1,
  ...promisedTiers,
  kind: 'flat',
  holdsFrom: '2026-01-01T05:00:00.000Z',
  createdAt: '2026-01-01T05:00:00.000Z',
  isInForce: false,
  ...overrides,
})

describe('the reward policy', () => {
  it('in force is shown with the next, and another one is set from a day on', async () => {
    const inForce = policy({ isInForce: true })
    const next = policy({ id: 2, kind: 'tiers', holdsFrom: '2027-01-01T05:00:00.000Z' })
    api.routes['GET /api/admin/reward-policies'] = () => ({ body: [inForce] })
    api.routes['POST /api/admin/reward-policies'] = ({ body }) => {
      expect(body).toEqual({
        kind: 'tiers',
        tierRule: 'highest',
        flatCents: 50_000,
        bronzeCents: 25_050,
        silverCents: 50_000,
        goldCents: 75_000,
        silverFrom: 6,
        goldFrom: 11,
        holdsFrom: '2027-01-01T05:00:00.000Z',
      })
      return { status: 201, body: [next, inForce] }
    }
    renderPage(<PayoutsPage />, '/admin/payouts?tab=policy')
    expect(
      await screen.findByText('$500.00 for each approved referral, with no cap.'),
    ).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Reward'), 'tiers')
    fill('Bronze ($)', '250.50')
    await userEvent.selectOptions(screen.getByLabelText('Rule'), 'highest')
    fill(/Starts on/, '2027-01-01')
    await userEvent.click(screen.getByRole('button', { name: 'Set Policy' }))
    await waitFor(() =>
      expect(shownToast()).toEqual(['Reward policy set', 'It takes effect on Jan 1, 2027.']),
    )
    expect(
      screen.getByText(/Bronze \$250\.00 for 1 to 5 a month, Silver \$500\.00 for 6 to 10, Gold/),
    ).toBeVisible()
    expect(screen.getByText('Next')).toBeVisible()
  })

  it('that is refused says at which field', async () => {
    const message = 'Please enter an amount from $0.01 to $10,000.'
    api.routes['GET /api/admin/reward-policies'] = () => ({ body: [policy({ isInForce: true })] })
    api.routes['POST /api/admin/reward-policies'] = () => ({
      status: 400,
      body: { message, code: 'bad_request', errors: { flatCents: message } },
    })
    renderPage(<PayoutsPage />, '/admin/payouts?tab=policy')
    const flat = await screen.findByLabelText('For each approved referral ($)')
    fill('For each approved referral ($)', '99999999')
    await userEvent.click(screen.getByRole('button', { name: 'Set Policy' }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(flat).toHaveAttribute('aria-invalid', 'true')
  })
})

it('the payout settings are saved in whole cents', async () => {
  const settings = { schedule: 'monthly', minimumCents: 2_500, reportingCents: 200_000 }
  api.routes['GET /api/admin/payout-settings'] = () => ({ body: settings })
  api.routes['PUT /api/admin/payout-settings'] = ({ body }) => {
    expect(body).toEqual({ ...settings, schedule: 'weekly', minimumCents: 1_999 })
    return { body }
  }
  renderPage(<PayoutsPage />, '/admin/payouts?tab=settings')
  const minimum = await screen.findByLabelText('Minimum payout ($)')
  expect(minimum).toHaveValue('25.00')
  fill('Minimum payout ($)', '19.99')
  await userEvent.selectOptions(screen.getByLabelText('A draft is prepared'), 'weekly')
  await userEvent.click(screen.getByRole('button', { name: 'Save Settings' }))
  await waitFor(() =>
    expect(shownToast()).toEqual(['Payout settings saved', 'They apply to the next draft.']),
  )
})
