import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { faq } from '@/content/faq'
import { brand } from '@/lib/brand'
import { rememberSession } from '@/lib/session-hint'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { SupportPage } from './support/support-page'
import { ReferralPage } from './referral/referral-page'

const submit = () => screen.getByRole('button', { name: 'Submit Referral' })

const details = () => screen.getByRole('radio', { name: 'Send us their details' })

const linkChoice = () => screen.getByRole('radio', { name: 'Share a link (recommended)' })

const forms = () => screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))

const threeSteps = () => screen.getByRole('region', { name: 'Three Steps' })

const linkForm = () => within(screen.getByRole('region', { name: /Link/ }))

describe('the referral page', () => {
  const api = installFakeApi()

  const post = 'POST /api/referrals'

  const detailsPath = '/referral-program?way=details'

  const typed = {
    'Your name': 'Sam Okafor',
    'Your email': 'sam@example.com',
    'Your phone': '(303) 555-0111',
    'Referral name': 'Björn Ågren',
    'Referral email': 'bjorn@example.com',
    'Referral phone': '303-555-0122',
  }

  const claim = 'c'.repeat(43)

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

  describe('the two ways to refer', () => {
    it('have one form open at a time, with its steps, and keep what was typed', async () => {
      const { user } = renderPage(<ReferralPage />, '/referral-program')
      expect(screen.getAllByRole('radio')).toEqual([linkChoice(), details()])
      expect(linkChoice()).toBeChecked()
      expect(forms()).toEqual(['Get your link'])
      expect(threeSteps()).toHaveTextContent(/Get your link.*Share it.*You get paid/)
      await user.click(screen.getByText('Send us their details'))
      expect(details()).toBeChecked()
      expect(forms()).toEqual(['Refer Someone'])
      expect(threeSteps()).toHaveTextContent(/Tell us about them.*We reach out.*You get paid/)
      fill('Your name', 'Sam Okafor')
      await user.click(linkChoice())
      expect(forms()).toEqual(['Get your link'])

      await user.click(details())
      expect(forms()).toEqual(['Refer Someone'])
      expect(screen.getByLabelText('Your name')).toHaveValue('Sam Okafor')
    })
  })

  describe('referral form', () => {
    it('sends both people and shows a receipt', async () => {
      const link = 'https://portal.example/r/ABCD2345'
      api.routes = { [post]: { status: 201, body: { message: 'Received.', link, claim } } }
      const { user } = renderPage(<ReferralPage />, detailsPath)
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
      expect(linkForm().getByLabelText('First name')).toHaveValue('Sam')
      expect(linkForm().getByLabelText('Last name')).toHaveValue('Okafor')
      expect(linkForm().getByLabelText('Email')).toHaveValue('sam@example.com')
      expect(linkForm().getByLabelText('Phone number')).toHaveValue('(303) 555-0111')
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
      const { user } = renderPage(<ReferralPage />, detailsPath)
      await user.click(submit())
      expect(await screen.findByText('Your name is required.')).toBeVisible()
      expect(screen.getByText("Your referral's name is required.")).toBeVisible()
      expect(screen.getAllByText('Please enter a valid email address.')).toHaveLength(2)
      expect(screen.getAllByText('Please enter a valid phone number.')).toHaveLength(2)
      const summary = await screen.findByRole('group', { name: '6 answers need you' })
      await waitFor(() => expect(summary).toHaveFocus())
      expect(api.requests).toEqual([])
    })
  })

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
      fill('First name', account.firstName, linkForm())
      fill('Last name', account.lastName, linkForm())
      fill('Email', account.email, linkForm())
      fill('Phone number', account.phoneNumber, linkForm())
      fill('Password', account.password, linkForm())
      fill('Confirm password', account.password, linkForm())
      await user.click(linkForm().getByRole('checkbox', { name: /^I agree to the/ }))
      await user.click(linkForm().getByRole('button', { name: 'Get Your Link' }))
    }

    async function logIn(user: User) {
      await user.click(linkForm().getByRole('button', { name: 'Log in' }))
      fill('Email', account.email, linkForm())
      fill('Password', account.password, linkForm())
      await user.click(linkForm().getByRole('button', { name: 'Log In' }))
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
      await user.click(linkForm().getByRole('button', { name: 'Make This Link Yours' }))
      await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
      expect(api.count('POST /api/referral-claims')).toBe(2)
    })

    it('shows someone who is logged in their own link, and no form', async () => {
      rememberSession(partner)
      api.routes = { 'GET /api/referral-desk': { body: fakeDesk() } }
      renderPage(<ReferralPage />, '/referral-program')
      expect(await linkForm().findByText('https://portal.example/r/ABCD2345')).toBeVisible()
      expect(linkForm().getByRole('button', { name: 'Copy your referral link' })).toBeVisible()
      expect(linkForm().getByRole('link', { name: 'Go to Your Dashboard' })).toBeVisible()
      expect(screen.queryByRole('form')).toBeNull()
    })

    it('leads someone whose referrals earn nothing to their dashboard', async () => {
      rememberSession(partner)
      api.routes = { 'GET /api/referral-desk': { body: fakeDesk({ canEarn: false }) } }
      renderPage(<ReferralPage />, '/referral-program')
      expect(await linkForm().findByText(/Your link is on your dashboard/)).toBeVisible()
      expect(linkForm().queryByRole('button', { name: 'Copy your referral link' })).toBeNull()
    })
  })
})

const send = () => screen.getByRole('button', { name: 'Send Message' })

const card = (name: string) => within(screen.getByRole('region', { name }))

const isOpen = (question: string) =>
  screen.getByRole('button', { name: question }).getAttribute('aria-expanded') === 'true'

/** An answer, whose figures are in elements of their own. */
const answerThat = (says: string) =>
  screen.getByText((_text, element) => element?.localName === 'p' && element.textContent === says)

describe('the support page', () => {
  const api = installFakeApi()

  const post = 'POST /api/messages'
  const received = { [post]: { status: 201, body: { message: 'Received.' } } }

  const typed = {
    'Name (optional)': 'Ana Ruiz',
    Email: 'ana@example.com',
    Subject: 'My review',
    Message: 'How long does it take?',
  }

  async function fillIn() {
    await screen.findByLabelText('Subject')
    fillAll(typed)
  }

  describe('support page', () => {
    it('opens with the banner and the way home', () => {
      renderPage(<SupportPage />, '/support')
      expect(screen.getByRole('heading', { level: 1, name: 'Support Center' })).toBeVisible()
      expect(screen.getByText("We're here to help with any questions you may have")).toBeVisible()
      expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
      expect(api.requests).toEqual([])
    })

    it('has contact cards for email, phone and the office in Colorado', () => {
      renderPage(<SupportPage />, '/support')
      expect(card('Email Support').getByRole('link')).toHaveAttribute(
        'href',
        `mailto:${brand.supportEmail}`,
      )
      expect(card('Phone Support').getByRole('link')).toHaveTextContent(brand.supportPhone)
      expect(card('Phone Support').getByText('Mon-Fri, 9am-5pm ET')).toBeVisible()
      expect(card('Office Address').getByText(brand.streetAddress)).toHaveTextContent('CO')
    })
  })

  describe('contact form', () => {
    it('holds the place of the form until it is there, and shows the rest in the meantime', async () => {
      renderPage(<SupportPage />, '/support')
      expect(screen.getByRole('status')).toHaveTextContent('Loading the form')
      expect(screen.queryByLabelText('Subject')).toBeNull()
      expect(screen.getByRole('heading', { name: 'Frequently Asked Questions' })).toBeVisible()
      await screen.findByLabelText('Subject')
      expect(screen.queryByText('Loading the form')).toBeNull()
    })

    it('says what it is for, with its placeholders and the reply time', async () => {
      renderPage(<SupportPage />, '/support')
      await screen.findByLabelText('Subject')
      expect(screen.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
      expect(screen.getByText(/We reply within 24 hours\.$/)).toBeVisible()
      const answers = screen.getByRole<HTMLAnchorElement>('link', { name: 'FAQ' })
      const title = document.getElementById(answers.hash.slice(1))
      expect(title).toHaveTextContent('Frequently Asked Questions')
      expect(screen.getByLabelText('Subject')).toHaveAttribute(
        'placeholder',
        'What can we help you with?',
      )
      expect(screen.getByLabelText('Message')).toHaveAttribute(
        'placeholder',
        'Describe your issue or question in detail...',
      )
    })

    it('sends the message and shows a receipt', async () => {
      api.routes = received
      const { user } = renderPage(<SupportPage />, '/support')
      await fillIn()
      await user.click(send())

      expect(await screen.findByRole('heading', { name: 'Message sent' })).toHaveFocus()
      expect(screen.getByText(/We have your message/)).toHaveTextContent(
        'We have your message about “My review” and will reply within 24 hours to ana@example.com.',
      )
      expect(api.requests).toEqual([
        {
          method: 'POST',
          path: '/api/messages',
          body: {
            name: 'Ana Ruiz',
            email: 'ana@example.com',
            subject: 'My review',
            message: 'How long does it take?',
            website: '',
          },
        },
      ])

      await user.click(screen.getByRole('button', { name: 'Send Another Message' }))
      expect(screen.getByLabelText('Message')).toHaveValue('')
    })

    it('leaves an empty name out', async () => {
      api.routes = received
      const { user } = renderPage(<SupportPage />, '/support')
      await fillIn()
      fill(/^Name/, '')
      await user.click(send())
      await screen.findByText('Message sent')
      expect(api.requests[0]?.body).not.toHaveProperty('name')
    })

    it('says what is missing and sends nothing', async () => {
      api.routes = received
      const { user } = renderPage(<SupportPage />, '/support')
      await screen.findByLabelText('Subject')
      await user.click(send())
      expect(await screen.findByText('Please enter a valid email address.')).toBeVisible()
      expect(screen.getByText('Subject is required')).toBeVisible()
      expect(screen.getByText('Message is required')).toBeVisible()
      const summary = await screen.findByRole('group', { name: '3 answers need you' })
      await waitFor(() => expect(summary).toHaveFocus())
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
        'Please enter a valid email address.',
      )
      expect(api.requests).toEqual([])
    })

    it('has a field for programs only, out of sight and out of the tab order', async () => {
      renderPage(<SupportPage />, '/support')
      await screen.findByLabelText('Subject')
      const trap = document.querySelector('input[name="website"]')
      expect(trap).toHaveAttribute('tabindex', '-1')
      expect(trap?.closest('[aria-hidden="true"]')).not.toBeNull()
    })
  })

  describe('FAQ', () => {
    it('has eight questions, all closed at first', () => {
      renderPage(<SupportPage />, '/support')
      expect(faq).toHaveLength(8)
      for (const { question, answer } of faq) {
        expect(isOpen(question)).toBe(false)
        expect(answerThat(answer)).not.toBeVisible()
      }
    })

    it('opens one at a time, and the open one can be closed', async () => {
      const { user } = renderPage(<SupportPage />, '/support')
      const [first, second] = faq
      if (!first || !second) throw new Error('The FAQ is too short.')

      await user.click(screen.getByRole('button', { name: first.question }))
      expect(answerThat(first.answer)).toBeVisible()

      await user.click(screen.getByRole('button', { name: second.question }))
      expect(answerThat(second.answer)).toBeVisible()
      expect(answerThat(first.answer)).not.toBeVisible()
      expect(faq.filter(({ question }) => isOpen(question))).toHaveLength(1)

      await user.click(screen.getByRole('button', { name: second.question }))
      expect(faq.some(({ question }) => isOpen(question))).toBe(false)
    })

    it('says beside its figures that results are not guaranteed', () => {
      renderPage(<SupportPage />, '/support')
      const section = screen.getByRole('region', { name: 'Frequently Asked Questions' })
      expect(within(section).getByRole('link', { name: 'FTC Disclosures' })).toHaveAttribute(
        'href',
        '/disclosures',
      )
      expect(section).toHaveTextContent('The figures in these answers are not promises')
    })
  })
})
