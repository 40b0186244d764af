import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PaymentSettingsState } from '@shared/payment-settings'
import type { OwnReferral, ReferralDesk } from '@shared/referral-desk'
import { PaymentSettings } from '@/features/payouts/payment-settings'
import { installFakeApi, shownToast, fakeRefusal } from '@tests/support/client/fake-api'
import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import { ReferralDashboard } from './referral-dashboard'

async function showDesk() {
  const page = renderPage(
    <ReferralDashboard user={fakePartner({ isReferrer: true })} />,
    '/dashboard',
  )
  await screen.findByRole('region', { name: 'Your Referral Link' })
  return page
}

const ownReferral = (id: number): OwnReferral => ({
  id,
  name: `Ann ${id}.`,
  signedUpAt: '2026-11-20T09:41:00.000Z',
  standing: 'in-review',
  holdReason: null,
  earnedCents: 0,
})

const region = (name: string) => screen.getByRole('region', { name })

const sums = (funnel: HTMLElement) =>
  within(funnel)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)

describe('the referral desk', () => {
  const api = installFakeApi()

  let desk: ReferralDesk
  let referrals: OwnReferral[]
  beforeEach(() => {
    desk = fakeDesk()
    referrals = []
    api.routes['GET /api/referral-desk'] = () => ({ body: desk })
    api.routes['GET /api/referral-desk/referrals'] = () => ({ body: referrals })
    api.routes['GET /api/referral-desk/statements'] = { body: [] }
    api.routes['GET /api/payment-settings'] = { body: { settings: null } }
  })

  describe('a partner who has referred no one yet', () => {
    it('sees one card with the link, and the desk once it is asked for', async () => {
      renderPage(<ReferralDashboard user={fakePartner()} />, '/dashboard')
      const card = await screen.findByRole('region', { name: 'Refer Someone' })
      expect(card).toHaveTextContent('You earn $500.00 for each person you refer who is approved')
      expect(within(card).getByRole('button', { name: 'Copy your referral link' })).toBeVisible()
      expect(screen.queryByRole('region', { name: 'Your Earnings' })).toBeNull()
      await userEvent.click(within(card).getByRole('button', { name: 'Open Referral Dashboard' }))
      expect(await screen.findByRole('region', { name: 'Your Earnings' })).toBeVisible()
    })

    it('sees the desk once anyone has opened the link', async () => {
      const [month, ...others] = desk.months
      if (month) desk = fakeDesk({ months: [...others, { ...month, clicks: 1 }] })
      renderPage(<ReferralDashboard user={fakePartner()} />, '/dashboard')
      expect(await screen.findByRole('region', { name: 'Your Referral Link' })).toBeVisible()
    })
  })

  describe('the link', () => {
    it('is copied, with a message too that says what the sender may earn', async () => {
      await showDesk()
      await userEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
      await waitFor(() => expect(shownToast()).toEqual(['Link copied']))
      expect(await navigator.clipboard.readText()).toBe('https://portal.example/r/ABCD2345')
      await userEvent.click(screen.getByRole('button', { name: 'Copy Message' }))
      await waitFor(() => expect(shownToast()).toEqual(['Message copied']))
      expect(await navigator.clipboard.readText()).toMatch(
        /https:\/\/portal\.example\/r\/ABCD2345 \(I may earn a reward/,
      )
    })

    it('goes to the phone’s own share sheet where there is one; closing that is no failure', async () => {
      const share = vi.fn().mockRejectedValue(new DOMException('', 'AbortError'))
      vi.stubGlobal('navigator', Object.assign(navigator, { share }))
      await showDesk()
      await userEvent.click(screen.getByRole('button', { name: 'Share' }))
      expect(share).toHaveBeenCalledOnce()
      expect(shownToast()).toEqual([])
      Reflect.deleteProperty(navigator, 'share')
    })

    it('is replaced only after a question', async () => {
      const link = { code: 'WXYZ6789', url: 'https://portal.example/r/WXYZ6789' }
      api.routes['POST /api/referral-link'] = () => {
        desk = { ...desk, link }
        return { body: link }
      }
      await showDesk()
      await userEvent.click(screen.getByRole('button', { name: 'Get a New Link' }))
      expect(api.count('POST /api/referral-link')).toBe(0)
      await userEvent.click(screen.getByRole('button', { name: 'Replace Link' }))
      await screen.findByText(link.url)
      expect(screen.queryByText('https://portal.example/r/ABCD2345')).toBeNull()
    })

    it('is the one that counts, also when the answer to replacing it is lost', async () => {
      const link = { code: 'WXYZ6789', url: 'https://portal.example/r/WXYZ6789' }
      api.routes['POST /api/referral-link'] = () => {
        desk = { ...desk, link }
        throw new TypeError('Failed to fetch')
      }
      await showDesk()
      await userEvent.click(screen.getByRole('button', { name: 'Get a New Link' }))
      await userEvent.click(screen.getByRole('button', { name: 'Replace Link' }))
      await screen.findByText(link.url)
      expect(shownToast()[0]).toBe('Your link was not replaced')
    })
  })

  describe('what it has come to', () => {
    const none = { clicks: 0, signedUp: 0, approved: 0, earnedCents: 0 }
    const earned = { clicks: 1_200, signedUp: 7, approved: 2, earnedCents: 100_000 }
    const december = { month: '2026-12', ...earned }
    const quiet = ['2026-08', '2026-09'].map((month) => ({ month, ...none }))
    it('is said in sums and by month since the first click, the newest first', async () => {
      const since = [
        { month: '2026-10', ...none, clicks: 3 },
        { month: '2026-11', ...none },
      ]
      desk = fakeDesk({ months: [...quiet, ...since, december] })
      await showDesk()
      const funnel = region('Link Activity')
      expect(funnel).toHaveTextContent('Since Oct 2026.')
      expect(sums(funnel)).toEqual(['1,203', '7', '2', '$1,000.00'])
      const rows = within(funnel)
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
      expect(rows).toHaveLength(4)
      expect(rows[1]).toBe('Dec 20261,20072$1,000.00')
    })

    it('is said once in its first month', async () => {
      desk = fakeDesk({ months: [...quiet, december] })
      await showDesk()
      const funnel = region('Link Activity')
      expect(sums(funnel)).toEqual(['1,200', '7', '2', '$1,000.00'])
      expect(within(funnel).queryByRole('table')).toBeNull()
    })

    it('is one sentence before anything was earned', async () => {
      desk = fakeDesk({ months: desk.months.map(({ month }) => ({ month, ...none })) })
      await showDesk()
      const funnel = region('Link Activity')
      expect(funnel).toHaveTextContent('No one has opened your link yet.')
      expect(within(funnel).queryByRole('table')).toBeNull()
    })

    it('names what comes next and when, the policy, and that nothing is guaranteed', async () => {
      desk = fakeDesk({
        rewards: {
          earnedCents: 150_000,
          payableCents: 50_000,
          payingCents: 0,
          paidCents: 100_000,
          heldCents: 50_000,
        },
        next: { cents: 50_000, day: '2026-12-15', waitsFor: null, minimumCents: 2_500 },
      })
      await showDesk()
      const earnings = region('Your Earnings')
      expect(earnings).toHaveTextContent('$500.00 on Dec 15')
      expect(earnings).toHaveTextContent('$500.00, under review')
      expect(earnings).toHaveTextContent(
        'You earn $500.00 for each person you refer who is approved',
      )
      expect(earnings).toHaveTextContent('Results are not guaranteed')
    })

    it.each([
      ['profile', 'Complete your profile first'],
      ['payment-method', 'Add Payout Method'],
      ['minimum', 'The minimum payout is $25.00.'],
    ] as const)('says that a payout waits for the %s', async (waitsFor, words) => {
      desk = fakeDesk({
        next: { cents: 2_000, day: '2026-12-15', waitsFor, minimumCents: 2_500 },
      })
      await showDesk()
      expect(region('Your Earnings')).toHaveTextContent(words)
    })

    it.each([
      ['each', 0, 'Bronze this month', '6 more to Silver: $500.00 each.'],
      ['each', 5, 'Bronze this month', '1 more to Silver: $500.00 each.'],
      ['highest', 6, 'Silver this month', '5 more to Gold: $750.00 each.'],
      ['each', 11, 'Gold this month', 'Each one earns $750.00.'],
    ] as const)(
      'with tiers (%s) and %i approved says %s',
      async (tierRule, count, title, words) => {
        desk = fakeDesk({ policy: { ...promisedTiers, tierRule }, rewardedThisMonth: count })
        await showDesk()
        const earnings = region('Your Earnings')
        expect(within(earnings).getByRole('heading', { name: title })).toBeVisible()
        expect(earnings).toHaveTextContent(words)
        expect(earnings).toHaveTextContent(
          tierRule === 'each'
            ? 'Each referral earns the rate of the tier it falls in.'
            : 'All referrals in a month earn the rate of the highest tier you reach.',
        )
      },
    )
  })

  it('anyone who can’t earn is told so, and is offered no link to share', async () => {
    desk = fakeDesk({ canEarn: false })
    renderPage(<ReferralDashboard user={fakePartner({ isReferrer: true })} />, '/dashboard')
    await screen.findByText('You can’t earn from referrals right now')
    await screen.findByText('No one has signed up through your link yet')
    expect(screen.queryByText(/your link above/)).toBeNull()
    expect(screen.queryByRole('region', { name: 'Your Referral Link' })).toBeNull()
  })

  describe('the people', () => {
    it('are listed by first name and initial, with why a reward is on hold', async () => {
      referrals = [
        { ...ownReferral(3), name: null, standing: 'account-closed' },
        { ...ownReferral(2), name: 'Eve H.', standing: 'on-hold', holdReason: 'same-phone' },
        { ...ownReferral(1), name: 'Cleo É.', standing: 'approved', earnedCents: 50_000 },
      ]
      await showDesk()
      await screen.findByText('Cleo É.')
      const people = region('People You Referred')
      expect(people).toHaveTextContent('A closed account')
      expect(people).toHaveTextContent(
        'On holdYour accounts have the same phone number. We’re looking at it.',
      )
      expect(people).toHaveTextContent('Approved')
      expect(people).toHaveTextContent('$500.00')
    })

    it('are shown more of on demand', async () => {
      const next = '/api/referral-desk/referrals?cursor=2'
      api.routes['GET /api/referral-desk/referrals'] = {
        body: [ownReferral(2)],
        headers: { Link: `<${next}>; rel="next"`, 'X-Total-Count': '2' },
      }
      api.routes[`GET ${next}`] = {
        body: [ownReferral(1)],
        headers: { 'X-Total-Count': '2' },
      }
      await showDesk()
      await screen.findByText('1 of 2')
      await userEvent.click(screen.getByRole('button', { name: 'Show More' }))
      await screen.findByText('Ann 1.')
      expect(screen.getByText('Ann 2.')).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull()
    })
  })

  it('statements are there as PDF and CSV', async () => {
    api.routes['GET /api/referral-desk/statements'] = {
      body: [
        {
          month: '2026-11',
          openingCents: 0,
          earnedCents: 50_000,
          paidOutCents: 0,
          closingCents: 50_000,
        },
      ],
    }
    await showDesk()
    const pdf = await screen.findByRole('link', {
      name: 'PDF statement for Nov 2026',
    })
    expect(pdf).toHaveAttribute('href', '/api/referral-desk/statements/2026-11.pdf')
    expect(region('Statements')).toHaveTextContent('Earned $500.00, paid $0.00, balance $500.00')
  })

  it('the lines of a statement stand on the page, too, once they are asked for', async () => {
    const month = { month: '2026-11', openingCents: 0, earnedCents: 50_000, paidOutCents: 0 }
    const at = '2026-11-20T18:00:00.000Z'
    const line = { at, kind: 'reward', cents: 50_000, name: 'Rosa D.', note: null }
    api.routes['GET /api/referral-desk/statements'] = {
      body: [{ ...month, closingCents: 50_000 }],
    }
    api.routes['GET /api/referral-desk/statements/2026-11'] = {
      body: { ...month, closingCents: 50_000, lines: [line] },
    }
    const { user } = await showDesk()
    expect(screen.queryByRole('table', { name: 'Statement for Nov 2026' })).toBeNull()
    await user.click(await screen.findByText(/^What it’s made of/))
    const table = await screen.findByRole('table', { name: 'Statement for Nov 2026' })
    const rows = within(table).getAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Balance at the beginning$0.00',
      'Approved referral, Rosa D.Nov 20, 2026$500.00',
      'Balance at the end$500.00',
    ])
  })
})

async function question() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))
  await dialog.findByLabelText('Your password')
  return dialog
}

const save = () => screen.getByRole('button', { name: 'Save Payment Settings' })

describe('payment settings', () => {
  const api = installFakeApi()
  const stored: PaymentSettingsState = {
    settings: {
      method: 'ach',
      lastFour: '4321',
      changedAt: '2026-11-20T09:41:00.000Z',
      restsUntil: null,
    },
  }

  let state: PaymentSettingsState
  let sent: unknown
  beforeEach(() => {
    state = { settings: null }
    sent = undefined
    api.routes['GET /api/payment-settings'] = () => ({ body: state })
    api.routes['PUT /api/payment-settings'] = ({ body }) => {
      sent = body
      state = stored
      return { body: state }
    }
  })

  function show(asksForCode = false) {
    api.routes['GET /api/second-factor'] = { body: { isOn: asksForCode, recoveryCodesLeft: 0 } }
    renderPage(<PaymentSettings user={fakePartner()} />)
  }

  const goOn = { name: 'Continue' }

  it('takes a bank account, says what is wrong with it, and then shows its end only', async () => {
    show()
    await userEvent.click(await screen.findByRole('tab', { name: 'Bank transfer (ACH)' }))
    fill('Routing number', '021000022')
    fill('Account number', '123')
    await userEvent.click(save())
    await screen.findByText('Please enter a valid routing number: nine digits, as on your checks.')
    await screen.findByText('Please enter your account number: 4 to 17 digits.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent).toBeUndefined()
    fill('Routing number', '0210 0002 1')
    fill('Account number', '123987654321')
    await userEvent.selectOptions(screen.getByLabelText('Account type'), 'Savings')
    await userEvent.click(save())
    const dialog = await question()
    fill('Your password', 'the present one', dialog)
    await userEvent.click(dialog.getByRole('button', goOn))
    await waitFor(() => expect(shownToast()).toEqual(['Your payment settings are saved']))
    expect(sent).toEqual({
      method: 'ach',
      routingNumber: '021000021',
      accountNumber: '123987654321',
      accountType: 'savings',
      currentPassword: 'the present one',
    })
    expect(screen.getByRole('region', { name: 'Payment Settings' })).toHaveTextContent(
      'Bank transfer (ACH), ending in 4321',
    )
    expect(screen.queryByLabelText('Account number')).toBeNull()
  })

  it.each([
    [
      'Zelle',
      'Zelle email or phone number',
      '(303) 555-0199',
      { method: 'zelle', contact: '3035550199' },
    ],
    ['PayPal', 'PayPal email', 'a@x.example', { method: 'paypal', email: 'a@x.example' }],
  ])('takes %s, with the code of whoever has one', async (tab, label, typed, settings) => {
    show(true)
    await userEvent.click(await screen.findByRole('tab', { name: tab }))
    const panel = within(screen.getByRole('tabpanel'))
    fill(label, typed, panel)
    await userEvent.click(panel.getByRole('button', { name: 'Save Payment Settings' }))
    const dialog = await question()
    fill('Your password', 'the present one', dialog)
    fill('Authentication code', '123456', dialog)
    await userEvent.click(dialog.getByRole('button', goOn))
    await waitFor(() => expect(sent).toBeDefined())
    expect(sent).toEqual({ ...settings, currentPassword: 'the present one', code: '123456' })
  })

  it('changes what is stored only when asked to, and says until when payouts are paused', async () => {
    state = stored
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Change Payment Settings' }))
    expect(screen.getByRole('tab', { name: 'Bank transfer (ACH)', selected: true })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'Change Payment Settings' })).toHaveFocus()
    expect(screen.getByRole('region', { name: 'Payment Settings' })).not.toHaveTextContent(
      'are paused until',
    )
  })

  it('asks for the password each time; a wrong one stays in the dialog, and nothing typed is lost', async () => {
    const wrong = 'That isn’t your current password.'
    api.routes['PUT /api/payment-settings'] = ({ body }) => {
      if (Object(body).currentPassword === 'the present one') return { body: stored }
      return { status: 400, body: { message: wrong, errors: { currentPassword: wrong } } }
    }
    show()
    const contact = await screen.findByLabelText('Zelle email or phone number')
    fill('Zelle email or phone number', 'rosa@mail.example')
    await userEvent.click(save())
    const dialog = await question()
    fill('Your password', 'not this one', dialog)
    await userEvent.click(dialog.getByRole('button', goOn))
    await dialog.findByText(wrong)
    expect(shownToast()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('Your payment settings were not saved')
    expect(contact).toHaveValue('rosa@mail.example')
    await userEvent.click(save())
    fill('Your password', 'the present one', await question())
    await userEvent.click((await question()).getByRole('button', goOn))
    await waitFor(() => expect(shownToast()).toEqual(['Your payment settings are saved']))
    expect(api.calls).not.toContain('POST /api/reauthenticate')
  })

  it('says in the form what has nothing to do with the password', async () => {
    const message = 'The portal is busy. Please try again in a moment.'
    api.routes['PUT /api/payment-settings'] = fakeRefusal(503, message)
    show()
    await screen.findByLabelText('Zelle email or phone number')
    fill('Zelle email or phone number', 'rosa@mail.example')
    await userEvent.click(save())
    fill('Your password', 'the present one', await question())
    await userEvent.click((await question()).getByRole('button', goOn))
    await screen.findByText(message)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
