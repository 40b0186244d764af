import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListedMessage, ListedReferral } from '@shared/messages'
import { AdminLayout } from '@/app/admin-layout'
import { getLastAct } from '@/lib/use-undo'
import {
  type FakeRoutes,
  fakePage,
  fakeRefusal,
  installFakeApi,
} from '@tests/support/client/fake-api'
import { fakeMessage, fakeReferral } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { MessagesPage } from './messages-page'
import { mailtoAddress, replySubject } from '@/features/messages/inbox-details'

const api = installFakeApi()
let messages: ListedMessage[]
let referrals: ListedReferral[]
let changes: unknown[]
/** A list and its rows, in memory, as the API answers for them. */
function serve(list: string, rows: () => { id: number; status: string }[]) {
  api.routes[`GET /api/admin/${list}`] = ({ url }) => {
    const status = url.searchParams.get('status')
    const search = url.searchParams.get('search') ?? ''
    const isFound = (row: { status: string }) =>
      (!status || row.status === status) && JSON.stringify(row).includes(search)
    return fakePage(rows().filter(isFound))
  }
  for (const id of [1, 2, 3]) {
    const find = () => rows().find((row) => row.id === id)
    api.routes[`GET /api/admin/${list}/${id}`] = () => {
      const body = find()
      return body ? { body } : fakeRefusal(404, 'Not found.')
    }
    api.routes[`PATCH /api/admin/${list}/${id}/status`] = ({ body }) => {
      changes.push(body)
      return { body: Object.assign(find() ?? {}, { status: Object(body).status }) }
    }
  }
}
const open = (address: string) => renderPage(<MessagesPage />, address)
const tab = (name: RegExp) => screen.getByRole('tab', { name })
const address = () => `${window.location.pathname}${window.location.search}`
const subject = (name: string | RegExp) => screen.findByRole('button', { name })
const counted = (count: number) =>
  screen.findByRole('link', { name: new RegExp(`^Messages\\s*${count}\\s*unread$`) })

describe('messages', () => {
  beforeEach(() => {
    messages = []
    referrals = []
    changes = []
    serve('messages', () => messages)
    serve('referrals', () => referrals)
  })

  describe('the list', () => {
    it('marks what no one has opened yet, and counts it on the tabs', async () => {
      messages = [
        fakeMessage({ id: 3 }),
        fakeMessage({ id: 2, status: 'read', subject: 'Payment', name: null }),
        fakeMessage({ id: 1, status: 'done', subject: 'Thanks' }),
      ]
      referrals = [fakeReferral({ id: 2 }), fakeReferral({ id: 1 })]
      open('/admin/messages')
      expect(await subject('Unread: Where is my report?')).toBeVisible()
      expect(await subject('Payment')).toBeVisible()
      const [, ...rows] = screen.getAllByRole('row')
      expect(rows.map((row) => within(row).getByText(/^(New|Read|Done)$/).textContent)).toEqual([
        'New',
        'Read',
        'Done',
      ])
      await waitFor(() => expect(tab(/Support/)).toHaveAccessibleName(/Support\s*1\s*unread/))
      await waitFor(() => expect(tab(/Referrals/)).toHaveAccessibleName(/Referrals\s*2\s*unread/))
      expect(screen.getByText('3 messages')).toBeVisible()
    })

    it('is counted in the navigation, and one less once a message is opened', async () => {
      messages = [fakeMessage({ id: 3 }), fakeMessage({ id: 2, subject: 'Payment' })]
      referrals = [fakeReferral({ id: 1 })]
      api.routes['GET /api/user'] = { body: { id: 1, email: 'boss@portal.example', isAdmin: 1 } }
      renderPage(
        <AdminLayout>
          <MessagesPage />
        </AdminLayout>,
        '/admin/messages',
      )
      await counted(3)
      await userEvent.click(await subject(/Payment/))
      await counted(2)
    })

    it('says what will appear, and differently when filters leave nothing', async () => {
      open('/admin/messages')
      expect(await screen.findByText('No messages yet')).toBeVisible()
      await userEvent.type(screen.getByRole('searchbox'), 'nothing')
      expect(await screen.findByText('No messages match')).toBeVisible()
    })

    it('offers to try again after a failure', async () => {
      const answer = api.routes['GET /api/admin/messages']
      api.routes['GET /api/admin/messages'] = () => fakeRefusal(503, 'The portal is busy.')
      open('/admin/messages')
      expect(await screen.findByText('The messages could not be loaded')).toBeVisible()
      if (answer) api.routes['GET /api/admin/messages'] = answer
      messages = [fakeMessage()]
      await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
      expect(await subject(/report/)).toBeVisible()
    })
  })

  describe('search, filter and tab', () => {
    it('are kept in the URL', async () => {
      messages = [fakeMessage({ id: 2 }), fakeMessage({ id: 1, subject: 'Payment' })]
      open('/admin/messages')
      await userEvent.type(screen.getByRole('searchbox'), 'Payment')
      await waitFor(() => expect(address()).toBe('/admin/messages?search=Payment'))
      await waitFor(() => expect(screen.queryByText(/Where is my report/)).toBeNull())
      await userEvent.selectOptions(screen.getByLabelText('Status'), 'Done')
      expect(address()).toBe('/admin/messages?search=Payment&status=done')
      expect(await screen.findByText('No messages match')).toBeVisible()
      await userEvent.click(screen.getByRole('button', { name: 'Reset Filters' }))
      expect(address()).toBe('/admin/messages')
      expect(await subject(/Payment/)).toBeVisible()
    })

    it('are read from the address, and another tab starts afresh', async () => {
      referrals = [fakeReferral({ id: 2, status: 'done' }), fakeReferral({ id: 1 })]
      open('/admin/messages?tab=referrals&status=done')
      expect(tab(/Referrals/)).toHaveAttribute('aria-selected', 'true')
      expect(await screen.findByText('1 referral')).toBeVisible()
      expect(screen.getByLabelText('Status')).toHaveDisplayValue('Done')
      await userEvent.click(tab(/Support/))
      expect(address()).toBe('/admin/messages')
      expect(await screen.findByText('No messages yet')).toBeVisible()
      await userEvent.click(tab(/Referrals/))
      expect(address()).toBe('/admin/messages?tab=referrals')
      expect(await screen.findByText('2 referrals')).toBeVisible()
    })
  })

  describe('opening a message', () => {
    it('shows the whole text as text and marks it as read', async () => {
      messages = [fakeMessage()]
      open('/admin/messages')
      await userEvent.click(await subject(/Where is my report/))
      expect(address()).toBe('/admin/messages?open=1')
      const panel = await screen.findByRole('dialog', { name: 'Where is my report?' })
      expect(within(panel).getByText(/Hello/).textContent).toBe(messages[0]?.message)
      expect(await within(panel).findByText('Read')).toBeVisible()
      expect(changes).toContainEqual({ status: 'read', basedOn: 'new' })
      await waitFor(() => expect(tab(/Support/)).toHaveAccessibleName('Support'))
      expect(within(panel).getByRole('link', { name: 'Reply by Email' })).toHaveAttribute(
        'href',
        'mailto:zoe@example.com?subject=Re%3A%20Where%20is%20my%20report%3F',
      )
    })

    it('keeps it open though the filter no longer lists it', async () => {
      messages = [fakeMessage()]
      open('/admin/messages?status=new')
      await userEvent.click(await subject(/Where is my report/))
      expect(await screen.findByText('No messages match')).toBeInTheDocument()
      expect(screen.getByRole('dialog', { name: 'Where is my report?' })).toBeVisible()
      await userEvent.click(screen.getByRole('button', { name: 'Close' }))
      expect(address()).toBe('/admin/messages?status=new')
      expect(screen.queryByRole('dialog')).toBeNull()
    })

    it('leaves one that was read or dealt with as it is', async () => {
      messages = [fakeMessage({ status: 'done' })]
      open('/admin/messages?open=1')
      const panel = await screen.findByRole('dialog')
      expect(within(panel).getByText('Done')).toBeVisible()
      expect(changes).toEqual([])
    })

    it('offers no answer by email to a text whose number proves no account', async () => {
      messages = [fakeMessage({ id: 1, name: '(303) 555-0142', email: null })]
      open('/admin/messages?open=1')
      const panel = await screen.findByRole('dialog')
      expect(within(panel).getByText('(303) 555-0142')).toBeVisible()
      expect(
        within(panel).getByText('Unknown: more than one account has or had this number'),
      ).toBeVisible()
      expect(within(panel).getByRole('button', { name: 'Mark as Done' })).toBeVisible()
      expect(within(panel).queryByText('Reply by Email')).toBeNull()
    })

    it('says so when there is none', async () => {
      open('/admin/messages?open=7')
      const panel = await screen.findByRole('dialog', { name: 'Not Found' })
      expect(within(panel).getByText('We couldn’t load this message')).toBeVisible()
    })
  })

  describe('deleting', () => {
    it('asks first, closes the message and takes it off the list', async () => {
      messages = [fakeMessage({ id: 2, subject: 'Another' }), fakeMessage({ status: 'read' })]
      const confirm = vi
        .fn<typeof window.confirm>()
        .mockReturnValueOnce(false)
        .mockReturnValue(true)
      vi.stubGlobal('confirm', confirm)
      api.routes['DELETE /api/admin/messages/1'] = () => {
        messages = messages.filter(({ id }) => id !== 1)
        return { body: { message: 'Deleted' } }
      }
      open('/admin/messages?open=1')
      const remove = await screen.findByRole('button', { name: 'Delete' })
      await userEvent.click(remove)
      expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this message?')
      expect(messages).toHaveLength(2)
      await userEvent.click(remove)
      expect(await screen.findByText('Message deleted')).toBeVisible()
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(await subject(/Another/)).toBeVisible()
      await waitFor(() => expect(screen.queryByRole('button', { name: /my report/ })).toBeNull())
    })
  })

  describe('setting aside', () => {
    it('marks as done, and reopens as read', async () => {
      referrals = [fakeReferral({ status: 'read' })]
      open('/admin/messages?tab=referrals&open=1')
      const panel = await screen.findByRole('dialog', { name: 'Referral of Björn Ågren' })
      for (const text of ['bjorn@example.com', '+46 8 555 0122', 'Sam Okafor', '(303) 555-0111'])
        expect(within(panel).getByText(text)).toBeVisible()
      await userEvent.click(within(panel).getByRole('button', { name: 'Mark as Done' }))
      expect(await within(panel).findByText('Done')).toBeVisible()
      expect(await screen.findByText('Marked as done')).toBeVisible()
      await userEvent.click(await within(panel).findByRole('button', { name: 'Reopen' }))
      expect(await within(panel).findByText('Read')).toBeVisible()
      expect(changes).toEqual([{ status: 'done' }, { status: 'read' }])
    })

    it('counts as a change that Z can’t undo when it is reopened, and not when opening it marks it as read', async () => {
      messages = [fakeMessage({ id: 1 }), fakeMessage({ id: 2, status: 'done' })]
      open('/admin/messages?open=1')
      await waitFor(() => expect(changes).toHaveLength(1))
      await expect(getLastAct()).resolves.toBeUndefined()
      cleanup()
      open('/admin/messages?open=2')
      await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
      await waitFor(() => expect(changes).toHaveLength(2))
      await expect(getLastAct()).resolves.toBeNull()
    })

    it('says why it failed', async () => {
      messages = [fakeMessage({ status: 'read' })]
      api.routes['PATCH /api/admin/messages/1/status'] = () =>
        fakeRefusal(503, 'The portal is busy.')
      open('/admin/messages?open=1')
      await userEvent.click(await screen.findByRole('button', { name: 'Mark as Done' }))
      expect(await screen.findByText('Error updating status')).toBeVisible()
      expect(screen.getByText('The portal is busy.')).toBeVisible()
      expect(within(screen.getByRole('dialog')).getByText('Read')).toBeVisible()
    })
  })
})

const message = fakeMessage({ id: 7, status: 'read', name: null })
const referral = fakeReferral({ id: 8, status: 'read' })
function openReply(path: string, answers: FakeRoutes = {}) {
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
  return renderPage(<MessagesPage />, path)
}
const replyButton = () => screen.findByRole('button', { name: 'Reply by Email' })
const form = () => screen.getByRole('form', { name: 'Reply' })
const box = () => within(form()).getByRole('textbox')
const sendButton = () => screen.getByRole('button', { name: 'Send Reply' })
const posted = () => api.requests.filter(({ method }) => method === 'POST')
const write = (value: string) => fireEvent.change(box(), { target: { value } })
const shown = (text: string) => screen.findAllByText(text)
/** The browser's Back: it has changed the path already when it says so. */
function goBack(path: string) {
  window.history.replaceState(null, '', path)
  act(() => {
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}

describe('replies', () => {
  describe('a reply', () => {
    it('is written beside the message, sent once and makes it done', async () => {
      const { user } = openReply('/admin/messages?open=7', {
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
      const { user } = openReply('/admin/messages?open=7')
      await user.click(await replyButton())
      await user.click(sendButton())
      await waitFor(() =>
        expect(box()).toHaveAccessibleDescription(expect.stringContaining('Please write a reply')),
      )
      expect(posted()).toEqual([])
    })

    it('can be given up', async () => {
      const { user } = openReply('/admin/messages?open=7')
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
      const { user } = openReply('/admin/messages?open=7')
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
        const { user } = openReply(`/admin/messages?open=${id}`, answers)
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
      const { user } = openReply('/admin/messages?open=7')
      await user.click(await replyButton())
      const whenOpened = countScrolls()
      expect(whenOpened).toBeGreaterThan(0)
      await user.type(box(), 'We have it.')
      await user.click(sendButton())
      expect(countScrolls()).toBe(whenOpened)
    })

    it('stays as it was typed when it could not be queued', async () => {
      const refusal = { message: 'No mail sender is configured.', code: 'conflict' }
      const { user } = openReply('/admin/messages?open=7', {
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
      const { user } = openReply('/admin/messages?tab=referrals&open=8', {
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
      openReply('/admin/messages?open=7', {
        'GET /api/mail-status': { body: { configured: false } },
      })
      const link = await screen.findByRole('link', { name: 'Reply by Email' })
      expect(link).toHaveAttribute(
        'href',
        expect.stringContaining('mailto:zoe@example.com?subject='),
      )
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
})
