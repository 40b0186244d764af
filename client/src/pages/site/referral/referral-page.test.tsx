import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { shareLinkPath } from '@/content/landing'
import { rememberSession } from '@/lib/session-hint'
import { ReferralPage } from './referral-page'

const api = installFakeApi()

const post = 'POST /api/referrals'

const typed = {
  'Your name': 'Sam Okafor',
  'Your email': 'sam@example.com',
  'Your phone': '(303) 555-0111',
  'Referral name': 'Björn Ågren',
  'Referral email': 'bjorn@example.com',
  'Referral phone': '303-555-0122',
}

const claim = 'c'.repeat(43)

const submit = () => screen.getByRole('button', { name: 'Submit Referral' })

describe('referral page', () => {
  it('names the benefits: $500 per qualified match, three ways to be paid, weekly payouts', () => {
    renderPage(<ReferralPage />, '/referral-program')
    expect(screen.getByRole('heading', { level: 1, name: 'Referral Program' })).toBeVisible()
    const benefits = within(screen.getByRole('region', { name: 'Benefits' }))
    const [amount, ways, weekly] = benefits.getAllByRole('listitem')
    expect(amount).toHaveTextContent('$500per qualified match')
    expect(amount).toHaveTextContent('Our home page calls that an approved referral.')
    expect(amount).toHaveTextContent('There is no cap on referrals.')
    expect(ways).toHaveTextContent('Choose Zelle, ACH, or PayPal.')
    expect(weekly).toHaveTextContent('Weeklypayouts available')
  })

  it('tells three steps', () => {
    renderPage(<ReferralPage />, '/referral-program')
    const region = within(screen.getByRole('region', { name: 'Three Steps' }))
    const steps = region.getAllByRole('listitem')
    expect(steps).toHaveLength(3)
    expect(steps[2]).toHaveTextContent('you earn $500 by Zelle, ACH, or PayPal')
    expect(screen.getByText(/earn \$500 per qualified match/)).toBeVisible()
  })

  it('says beside its figures that results are not guaranteed', () => {
    renderPage(<ReferralPage />, '/referral-program')
    for (const name of ['Benefits', 'Three Steps']) {
      const section = screen.getByRole('region', { name })
      expect(section).toHaveTextContent('results are not guaranteed')
      expect(within(section).getByRole('link', { name: 'FTC Disclosures' })).toHaveAttribute(
        'href',
        '/disclosures',
      )
    }
  })
})

const details = () => screen.getByRole('radio', { name: 'Send us their details' })
const linkChoice = () => screen.getByRole('radio', { name: 'Share a link (recommended)' })
const forms = () => screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))
const steps = () => screen.getByRole('region', { name: 'Three Steps' })

describe('the two ways to refer', () => {
  it('have one form open at a time, with its steps, and keep what was typed', async () => {
    const { user } = renderPage(<ReferralPage />, '/referral-program')
    expect(screen.getAllByRole('radio')).toEqual([linkChoice(), details()])
    expect(details()).toBeChecked()
    expect(forms()).toEqual(['Refer Someone'])
    expect(steps()).toHaveTextContent(/Tell us about them.*We reach out.*You get paid/)
    fill('Your name', 'Sam Okafor')
    await user.click(screen.getByText('Share a link (recommended)'))
    expect(linkChoice()).toBeChecked()
    expect(forms()).toEqual(['Get your link'])
    expect(steps()).toHaveTextContent(/Get your link.*Share it.*You get paid/)

    await user.click(details())
    expect(forms()).toEqual(['Refer Someone'])
    expect(screen.getByLabelText('Your name')).toHaveValue('Sam Okafor')
  })

  it('open with the link where the home page leads', () => {
    renderPage(<ReferralPage />, shareLinkPath)
    expect(linkChoice()).toBeChecked()
    expect(forms()).toEqual(['Get your link'])
  })
})

describe('referral form', () => {
  it('sends both people and shows a receipt', async () => {
    const link = 'https://portal.example/r/ABCD2345'
    api.routes = { [post]: { status: 201, body: { message: 'Received.', link, claim } } }
    const { user } = renderPage(<ReferralPage />, '/referral-program')
    fillAll(typed)
    await user.click(submit())

    expect(await screen.findByRole('heading', { name: 'Referral received' })).toHaveFocus()
    expect(screen.getByText(/We have your referral of/)).toHaveTextContent(
      'Thank you, Sam Okafor. We have your referral of Björn Ågren and will contact them soon.',
    )
    expect(api.requests).toEqual([
      {
        method: 'POST',
        path: '/api/referrals',
        body: {
          name: 'Sam Okafor',
          email: 'sam@example.com',
          phone: '(303) 555-0111',
          referralName: 'Björn Ågren',
          referralEmail: 'bjorn@example.com',
          referralPhone: '303-555-0122',
          website: '',
        },
      },
    ])

    expect(screen.getByText('https://portal.example/r/ABCD2345')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy your referral link' })).toBeVisible()
    // The only form is the one that makes the link theirs.
    expect(screen.getByRole('form')).toHaveAccessibleName('Get your link')
    await user.click(screen.getByRole('button', { name: 'Refer Someone Else' }))
    expect(screen.getByRole('form')).toHaveAccessibleName('Refer Someone')
    expect(screen.getByLabelText('Your name')).toHaveValue('')
    // The next referral is of the same sender.
    fillAll(typed)
    await user.click(submit())
    await screen.findByRole('heading', { name: 'Referral received' })
    expect(api.requests.at(-1)?.body).toMatchObject({ claim })
  })

  it('says what is missing and sends nothing', async () => {
    const { user } = renderPage(<ReferralPage />, '/referral-program')
    await user.click(submit())
    expect(await screen.findByText('Your name is required.')).toBeVisible()
    expect(screen.getByText("Your referral's name is required.")).toBeVisible()
    expect(screen.getAllByText('Please enter a valid email address.')).toHaveLength(2)
    expect(screen.getAllByText('Please enter a valid phone number.')).toHaveLength(2)
    expect(screen.getByLabelText('Your name')).toHaveFocus()
    expect(api.requests).toEqual([])
  })
})

const section = () => within(screen.getByRole('region', { name: /Link/ }))

describe('getting a link', () => {
  const partner = fakePartner({ isReferrer: true })
  const account = {
    firstName: 'Rosa',
    lastName: 'Delgado',
    email: 'rosa@partner.example',
    phoneNumber: '(303) 555-0199',
    password: 'seven green bicycles',
  }
  type User = ReturnType<typeof renderPage>['user']

  async function fillInPerson(user: User) {
    fill('First name', account.firstName, section())
    fill('Last name', account.lastName, section())
    fill('Email', account.email, section())
    fill('Phone number', account.phoneNumber, section())
    fill('Password', account.password, section())
    fill('Confirm password', account.password, section())
    await user.click(section().getByRole('checkbox', { name: /^I agree to the/ }))
    await user.click(section().getByRole('button', { name: 'Get Your Link' }))
  }

  async function logIn(user: User) {
    await user.click(section().getByRole('button', { name: 'Log in' }))
    fill('Email', account.email, section())
    fill('Password', account.password, section())
    await user.click(section().getByRole('button', { name: 'Log In' }))
  }

  it('makes an account with the code and the claim of the address, and shows the dashboard', async () => {
    api.routes = { 'POST /api/referrers': { status: 201, body: partner } }
    const { user } = renderPage(<ReferralPage />, `/referral-program?ref=abcd2345#token=${claim}`)
    expect(screen.getByRole('heading', { name: 'Make This Link Yours' })).toHaveFocus()
    await fillInPerson(user)
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
    expect(api.requests).toEqual([
      {
        method: 'POST',
        path: '/api/referrers',
        body: { ...account, agreeToTerms: true, claim, referralCode: 'ABCD2345' },
      },
    ])
  })

  it('says at its field that the email is taken, and offers to log in', async () => {
    const message = 'An account with this email already exists. Please log in.'
    api.routes = {
      'POST /api/referrers': {
        status: 409,
        body: { message, code: 'conflict', errors: { email: message } },
      },
      'POST /api/login': { body: partner },
      'POST /api/referral-claims': { body: { code: 'ABCD2345' } },
    }
    const { user } = renderPage(<ReferralPage />, `/referral-program#token=${claim}`)
    await fillInPerson(user)
    expect(await screen.findByText(message)).toBeVisible()
    await logIn(user)
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
    const claiming = api.requests.find(({ path }) => path === '/api/referral-claims')
    expect(claiming?.body).toEqual({ token: claim })
  })

  it('keeps the claim when the connection is lost after logging in, for another try', async () => {
    let isLost = true
    api.routes = {
      'POST /api/login': { body: partner },
      'POST /api/referral-claims': () => {
        if (isLost) throw new TypeError('Failed to fetch')
        return { body: { code: 'ABCD2345' } }
      },
    }
    const { user } = renderPage(<ReferralPage />, `/referral-program#token=${claim}`)
    await logIn(user)
    await waitFor(() => expect(shownToast()[0]).toBe('The link was not claimed'))
    expect(window.location.pathname).toBe('/referral-program')
    isLost = false
    await user.click(section().getByRole('button', { name: 'Make This Link Yours' }))
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
    expect(api.count('POST /api/referral-claims')).toBe(2)
  })

  it('shows someone who is logged in their own link, and no form', async () => {
    rememberSession(partner)
    api.routes = { 'GET /api/referral-desk': { body: fakeDesk() } }
    renderPage(<ReferralPage />, '/referral-program')
    expect(await section().findByText('https://portal.example/r/ABCD2345')).toBeVisible()
    expect(section().getByRole('button', { name: 'Copy your referral link' })).toBeVisible()
    expect(section().getByRole('link', { name: 'Go to Your Dashboard' })).toBeVisible()
    expect(screen.queryByRole('form')).toBeNull()
  })

  it('leads someone whose referrals earn nothing to their dashboard', async () => {
    rememberSession(partner)
    api.routes = { 'GET /api/referral-desk': { body: fakeDesk({ canEarn: false }) } }
    renderPage(<ReferralPage />, '/referral-program')
    expect(await section().findByText(/Your link is on your dashboard/)).toBeVisible()
    expect(section().queryByRole('button', { name: 'Copy your referral link' })).toBeNull()
  })
})
