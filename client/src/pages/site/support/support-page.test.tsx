import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { faq } from '@/content/faq'
import { brand } from '@/lib/brand'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { SupportPage } from './support-page'

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

const send = () => screen.getByRole('button', { name: 'Send Message' })

const card = (name: string) => within(screen.getByRole('region', { name }))
const isOpen = (question: string) =>
  screen.getByRole('button', { name: question }).getAttribute('aria-expanded') === 'true'

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
    expect(screen.getByLabelText('Email')).toHaveFocus()
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

/** An answer, whose figures are in elements of their own. */
const answerThat = (says: string) =>
  screen.getByText((_text, element) => element?.localName === 'p' && element.textContent === says)

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
