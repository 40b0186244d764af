import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { mailtoAddress, replySubject } from '@/features/messages/inbox-details'
import { installFakeApi, type FakeRoutes } from '@tests/support/client/fake-api'
import { fakeMessage, fakeReferral } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { MessagesPage } from './messages-page'

const api = installFakeApi()

const message = fakeMessage({ id: 7, status: 'read', name: null })
const referral = fakeReferral({ id: 8, status: 'read' })

function open(address: string, answers: FakeRoutes = {}) {
  api.routes = {
    'GET /api/admin/messages': { body: [message] },
    'GET /api/admin/referrals': { body: [referral] },
    'GET /api/admin/messages?status=new&limit=1': { body: [] },
    'GET /api/admin/referrals?status=new&limit=1': { body: [] },
    'GET /api/admin/messages/7': { body: message },
    'GET /api/admin/referrals/8': { body: referral },
    'GET /api/mail-status': { body: { configured: true } },
    ...answers,
  }
  return renderPage(<MessagesPage />, address)
}

const replyButton = () => screen.findByRole('button', { name: 'Reply by Email' })
const form = () => screen.getByRole('form', { name: 'Reply' })
const box = () => within(form()).getByRole('textbox')
const sendButton = () => screen.getByRole('button', { name: 'Send Reply' })
const posted = () => api.requests.filter(({ method }) => method === 'POST')
const write = (value: string) => fireEvent.change(box(), { target: { value } })
const shown = (text: string) => screen.findAllByText(text)

/** The browser's Back: it has changed the address already when it says so. */
function goBack(address: string) {
  window.history.replaceState(null, '', address)
  act(() => {
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}

describe('a reply', () => {
  it('is written beside the message, sent once and makes it done', async () => {
    const { user } = open('/admin/messages?open=7', {
      'POST /api/admin/messages/7/reply': { status: 201, body: { ...message, status: 'done' } },
    })
    await user.click(await replyButton())
    expect(box()).toHaveFocus()
    expect(box()).toHaveAccessibleName('Reply to zoe@example.com')
    write('We have it.')
    await user.dblClick(sendButton())
    expect(await shown('Reply queued')).not.toHaveLength(0)
    expect(screen.queryByRole('form', { name: 'Reply' })).toBeNull()
    expect(posted()).toEqual([
      { method: 'POST', path: '/api/admin/messages/7/reply', body: { body: 'We have it.' } },
    ])
    // The list and the opened message are refetched.
    await waitFor(() => expect(api.count('GET /api/admin/messages/7')).toBeGreaterThan(1))
  })

  it('is not sent empty', async () => {
    const { user } = open('/admin/messages?open=7')
    await user.click(await replyButton())
    await user.click(sendButton())
    await waitFor(() =>
      expect(box()).toHaveAccessibleDescription(expect.stringContaining('Please write a reply')),
    )
    expect(posted()).toEqual([])
  })

  it('can be given up', async () => {
    const { user } = open('/admin/messages?open=7')
    await user.click(await replyButton())
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('form', { name: 'Reply' })).toBeNull()
    expect(await replyButton()).toBeVisible()
  })

  it.each([
    ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Close', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Esc', () => fireEvent(screen.getByRole('dialog'), new Event('cancel'))],
    ['Back', () => goBack('/admin/messages')],
  ])('is not lost by %s without a yes, once something is typed', async (_way, leave) => {
    const confirm = vi.fn(() => false)
    vi.stubGlobal('confirm', confirm)
    const { user } = open('/admin/messages?open=7')
    await user.click(await replyButton())
    write('We have it.')
    leave()
    expect(confirm).toHaveBeenCalledExactlyOnceWith('Discard your reply?')
    expect(box()).toHaveValue('We have it.')
    expect(window.location.search).toBe('?open=7')

    confirm.mockReturnValue(true)
    leave()
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Reply' })).toBeNull())
    expect(confirm).toHaveBeenCalledTimes(2)
  })

  it('is there again after a reload, for the same message alone, until it is given up', async () => {
    vi.stubGlobal('confirm', () => true)
    const second = fakeMessage({ id: 9, status: 'read' })
    const answers = { 'GET /api/admin/messages/9': { body: second } }
    async function reload(id: number) {
      cleanup()
      const { user } = open(`/admin/messages?open=${id}`, answers)
      await user.click(await replyButton())
    }
    await reload(7)
    write('We have it.')
    await reload(9)
    expect(box()).toHaveValue('')
    await reload(7)
    expect(box()).toHaveValue('We have it.')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await reload(7)
    expect(box()).toHaveValue('')
  })

  it('is brought into view when it opens, not again with every letter', async () => {
    const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    const countScrolls = () =>
      scroll.mock.contexts.filter((element) => Object(element).id === form().id).length
    const { user } = open('/admin/messages?open=7')
    await user.click(await replyButton())
    const whenOpened = countScrolls()
    expect(whenOpened).toBeGreaterThan(0)
    await user.type(box(), 'We have it.')
    await user.click(sendButton())
    expect(countScrolls()).toBe(whenOpened)
  })

  it('stays as it was typed when it could not be queued', async () => {
    const refusal = { message: 'No mail sender is configured.', code: 'conflict' }
    const { user } = open('/admin/messages?open=7', {
      'POST /api/admin/messages/7/reply': { status: 409, body: refusal },
    })
    await user.click(await replyButton())
    write('We have it.')
    await user.click(sendButton())
    expect(await shown('Failed to send email')).not.toHaveLength(0)
    expect(await shown(refusal.message)).not.toHaveLength(0)
    await waitFor(() => expect(box()).toBeEnabled())
    expect(box()).toHaveValue('We have it.')
  })

  it('goes to the person who sent a referral', async () => {
    const { user } = open('/admin/messages?tab=referrals&open=8', {
      'POST /api/admin/referrals/8/reply': { status: 201, body: { ...referral, status: 'done' } },
    })
    await user.click(await replyButton())
    expect(box()).toHaveAccessibleName('Reply to sam@example.com')
    write('Thank you!')
    await user.click(sendButton())
    expect(await shown('Reply queued')).not.toHaveLength(0)
    expect(posted()).toEqual([
      { method: 'POST', path: '/api/admin/referrals/8/reply', body: { body: 'Thank you!' } },
    ])
  })

  it('is left to the administrator’s own mail program without a sender', async () => {
    open('/admin/messages?open=7', { 'GET /api/mail-status': { body: { configured: false } } })
    const link = await screen.findByRole('link', { name: 'Reply by Email' })
    expect(link).toHaveAttribute('href', expect.stringContaining('mailto:zoe@example.com?subject='))
    expect(screen.queryByRole('button', { name: 'Reply by Email' })).toBeNull()
  })
})

describe('the mail that a reply begins', () => {
  it('goes to one person, whatever the address or subject holds', () => {
    expect(mailtoAddress('zoe@example.com')).toBe('mailto:zoe@example.com')
    expect(mailtoAddress('zoe@example.com', 'A & B?\r\nBcc: x')).toBe(
      'mailto:zoe@example.com?subject=A%20%26%20B%3F%0D%0ABcc%3A%20x',
    )
    expect(mailtoAddress("o'neil+a?bcc=eve@example.com,eve@example.com")).toBe(
      "mailto:o'neil%2Ba%3Fbcc%3Deve@example.com%2Ceve%40example.com",
    )
  })

  it('says Re: once', () => {
    expect(replySubject('Report')).toBe('Re: Report')
    expect(replySubject('RE: Report')).toBe('RE: Report')
  })
})
