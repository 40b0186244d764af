import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { OwnFile } from '@shared/files'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { ownCredentialsQuery } from '@/features/credentials/api'
import { sessionHint, rememberSession } from '@/lib/session-hint'
import {
  fakeRefusal,
  pressInToast,
  shownToast,
  installFakeApi,
} from '@tests/support/client/fake-api'
import { fakeOwnFile, fakePartner, fakeOwnCredential } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { getApplicationStatus } from './application-status'
import { DashboardPage } from './dashboard-page'
import { DocumentsSection } from './documents-section'
import { SharedLogins } from './shared-logins'

const pdf = () => new File(['%PDF-1.4'], 'more.pdf', { type: 'application/pdf' })

const addButton = () => screen.queryByRole('button', { name: 'Upload Additional File' })

const button = (name: string) => screen.getByRole('button', { name })

async function choose(file: File) {
  await userEvent.upload(screen.getByLabelText(/^(Your|The new) document$/), file, {
    applyAccept: false,
  })
}

describe('documents', () => {
  const api = installFakeApi()
  const partner = fakePartner()

  const newKey = 'n'.repeat(43)
  const link = `POST /api/link-file/${newKey}`
  const headOfReport = `HEAD /uploads/${'k'.repeat(43)}/report.pdf`

  let files: OwnFile[]

  beforeEach(() => {
    files = [fakeOwnFile()]
    api.routes['GET /api/files'] = () => ({ body: files })
    api.routes['POST /api/upload'] = () => ({ status: 201, body: { uploadKey: newKey } })
    api.routes[link] = linkFile
  })

  function linkFile() {
    files = [fakeOwnFile({ id: 8, fileName: 'more.pdf', uploadKey: newKey }), ...files]
    return { body: files[0] }
  }

  const show = () => renderPage(<DocumentsSection user={partner} logins={[]} />, '/dashboard')

  async function openDialog() {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Upload Additional File' }))
  }

  async function add() {
    await openDialog()
    await choose(pdf())
    await userEvent.click(button('Upload'))
  }

  async function replace() {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Re-upload report.pdf' }))
    await choose(pdf())
    await userEvent.click(button('Re-upload'))
  }

  describe('adding a document', () => {
    it('uploads, links, says so, closes and refreshes the list', async () => {
      await add()
      await waitFor(() => expect(shownToast()).toEqual(['File uploaded successfully']))
      expect(screen.queryByRole('dialog')).toBeNull()
      const view = await screen.findByRole('button', { name: 'View more.pdf' })
      expect(view).toHaveAccessibleDescription('Opens in a new tab')
      const order = api.calls.filter((call) => call !== 'GET /api/files')
      expect(order).toEqual(['POST /api/upload', link])
    })

    it.each([
      [
        'wrong type',
        new File(['MZ'], 'setup.exe'),
        ['Invalid file type', 'Please upload a PDF, Word document, JPG, or PNG file.'],
        'JPG, or PNG file. Its name ends in .exe, as programs do.',
      ],
      [
        'file over 10 MB',
        new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.pdf'),
        ['File too large', 'File size must be less than 10MB.'],
        'File size must be less than 10MB.',
      ],
    ])('refuses a %s before sending anything', async (_what, file, toast, beside) => {
      await openDialog()
      await choose(file)
      await waitFor(() => expect(shownToast()).toEqual(toast))
      const picker = screen.getByLabelText('Your document')
      expect(picker).toHaveAccessibleDescription(expect.stringContaining(beside))
      await userEvent.click(button('Upload'))
      const none = ['No file selected', 'Please select a file to upload.']
      await waitFor(() => expect(shownToast()).toEqual(none))
      expect(api.count('POST /api/upload')).toBe(0)
    })

    it('takes the refusal back once a file is chosen that it takes', async () => {
      await openDialog()
      await choose(new File([], 'empty.pdf'))
      const empty = ['This file is empty', 'Please choose another one.']
      await waitFor(() => expect(shownToast()).toEqual(empty))
      const picker = screen.getByLabelText('Your document')
      expect(picker).toHaveAccessibleDescription(
        expect.stringContaining('Please choose another one.'),
      )
      await choose(pdf())
      await waitFor(() => expect(shownToast()).toEqual([]))
    })

    it('has no button at three files, and looks again before it sends', async () => {
      await openDialog()
      // Two more have come from another tab in the meantime.
      files = [1, 2, 3].map((id) => fakeOwnFile({ id }))
      await choose(pdf())
      await userEvent.click(button('Upload'))
      const full = ['Maximum files reached', 'You can upload a maximum of 3 files.']
      await waitFor(() => expect(shownToast()).toEqual(full))
      expect(api.count('POST /api/upload')).toBe(0)
      await userEvent.click(button('Cancel'))
      expect(addButton()).toBeNull()
      expect(screen.getByText('3 of 3 documents. Re-upload to replace one.')).toBeVisible()
    })

    it('keeps the file when the upload fails, and sends it again on Retry', async () => {
      const works = api.routes['POST /api/upload']
      api.routes['POST /api/upload'] = () => {
        throw new TypeError('offline')
      }
      await add()
      const lost = 'The connection was lost. Please check your internet connection and try again.'
      await waitFor(() => expect(shownToast()).toEqual(['Error uploading file', lost]))
      if (works) api.routes['POST /api/upload'] = works
      await userEvent.click(button('Retry'))
      await waitFor(() => expect(shownToast()).toEqual(['File uploaded successfully']))
    })

    it('says by itself that an upload failed when the server has no words', async () => {
      api.routes['POST /api/upload'] = () => fakeRefusal(502, '')
      await add()
      const own = 'There was an error uploading your file. Please try again.'
      await waitFor(() => expect(shownToast()).toEqual(['Error uploading file', own]))
    })

    it('links again without uploading again', async () => {
      api.routes[link] = () => fakeRefusal(503, 'The portal is busy.')
      await openDialog()
      await choose(pdf())
      await userEvent.dblClick(button('Upload'))
      const failed = ['Error linking file', 'There was an error linking the file to your account.']
      await waitFor(() => expect(shownToast()).toEqual(failed))
      api.routes[link] = linkFile
      await userEvent.click(button('Retry'))
      await waitFor(() => expect(shownToast()).toEqual(['File uploaded successfully']))
      expect(api.count('POST /api/upload')).toBe(1)
    })

    it('takes a link whose answer was lost for what it is', async () => {
      api.routes[link] = () => {
        linkFile()
        throw new TypeError('offline')
      }
      await add()
      await waitFor(() => expect(shownToast()).toEqual(['File uploaded successfully']))
      expect(api.count(link)).toBe(1)
    })
  })

  describe('re-uploading', () => {
    it('puts a new file in place of the old one', async () => {
      api.routes['POST /api/reupload/7'] = () => ({ body: fakeOwnFile() })
      await replace()
      await waitFor(() => expect(shownToast()).toEqual(['File re-uploaded successfully']))
      expect(screen.queryByRole('dialog')).toBeNull()
    })

    it('explains a failure in the server’s words', async () => {
      const message = 'Invalid file type: Please upload a PDF.'
      api.routes['POST /api/reupload/7'] = () => fakeRefusal(415, message)
      await replace()
      await waitFor(() => expect(shownToast()).toEqual(['Error re-uploading file', message]))
      expect(screen.getByRole('dialog')).toBeVisible()
    })

    it('is offered when the file is missing, whose tab is closed again', async () => {
      const tab = { opener: window, close: vi.fn() }
      vi.stubGlobal('open', () => tab)
      show()
      await userEvent.click(await screen.findByRole('button', { name: 'View report.pdf' }))
      const missing = 'The original file was not found on the server.'
      await waitFor(() => expect(shownToast()).toEqual(['File Missing', missing]))
      expect(tab.opener).toBeNull()
      expect(tab.close).toHaveBeenCalledTimes(1)
      await pressInToast('Re-upload')
      expect(screen.getByRole('dialog', { name: 'Re-upload Document' })).toBeVisible()
    })
  })

  describe('opening', () => {
    it.each([
      [
        'View',
        'Error opening file',
        "Could not open the file. It may not exist or you don't have permission.",
      ],
      [
        'Download',
        'Error downloading file',
        "Could not download the file. It may not exist or you don't have permission.",
      ],
    ])('%s says so when it fails for another reason', async (action, title, text) => {
      api.routes[headOfReport] = () => fakeRefusal(503, 'Busy.')
      show()
      await userEvent.click(await screen.findByRole('button', { name: `${action} report.pdf` }))
      await waitFor(() => expect(shownToast()).toEqual([title, text]))
    })
  })

  describe('a session that has ended on the server', () => {
    const ended = { status: 401, body: { message: 'Please log in.', code: 'unauthorized' } }
    beforeEach(() => rememberSession({ id: 1, isAdmin: 0 }))

    it('ends here by sending a document', async () => {
      api.routes['POST /api/upload'] = ended
      await add()
      await waitFor(() => expect(sessionHint()).toBeNull())
    })

    it('ends here by looking at one', async () => {
      api.routes[headOfReport] = ended
      show()
      await userEvent.click(await screen.findByRole('button', { name: 'View report.pdf' }))
      await waitFor(() => expect(sessionHint()).toBeNull())
    })
  })

  describe('a document', () => {
    it('says when its present content was sent, and nothing of viruses', async () => {
      files = [fakeOwnFile({ uploadedAt: '2026-11-24T08:00:00.000Z' })]
      show()
      await screen.findByText('report.pdf')
      expect(screen.getByRole('region', { name: 'Your Documents' })).toHaveTextContent(
        'Nov 24, 2026',
      )
      expect(screen.queryByText(/virus/i)).toBeNull()
    })

    it.each(['View', 'Download'])('that waits for its virus check says so: %s', async (action) => {
      files = [fakeOwnFile({ quarantine: 'waiting' })]
      api.routes[headOfReport] = () => fakeRefusal(503, '')
      show()
      expect(await screen.findByText('Waiting for virus check')).toBeVisible()
      await userEvent.click(button(`${action} report.pdf`))
      const waits = 'This file is waiting for a virus check. Please try again in a few minutes.'
      await waitFor(() => expect(shownToast()[1]).toBe(waits))
    })

    it('that was removed says why, and can be sent again', async () => {
      files = [fakeOwnFile({ status: 'rejected', quarantine: 'infected' })]
      show()
      expect(await screen.findByText('Virus found, removed')).toBeVisible()
      await userEvent.click(button('View report.pdf'))
      await waitFor(() => expect(shownToast()[0]).toBe('File Missing'))
      expect(button('Re-upload')).toBeVisible()
    })
  })
})

/** As shown on the dashboard. */
function OwnLogins({ user }: { user: CurrentUser }) {
  const { data } = useQuery(ownCredentialsQuery)
  const listed = data ?? []
  return (
    <SharedLogins
      user={user}
      application={getApplicationStatus(user, [], listed)}
      logins={listed}
    />
  )
}

async function showLogins(overrides: Partial<CurrentUser> = {}) {
  renderPage(<OwnLogins user={fakePartner(overrides)} />, '/dashboard')
  await screen.findByText('Score Watch')
  return screen.getByRole('region', { name: /^Your Shared Login/ })
}

/** What the browser's question is answered with. */
function answer(...answers: boolean[]) {
  const confirm = vi.fn<typeof window.confirm>()
  for (const one of answers) confirm.mockReturnValueOnce(one)
  vi.stubGlobal('confirm', confirm)
  return confirm
}

const loginButton = (name: string) => screen.getByRole('button', { name })

async function open() {
  await showLogins()
  await userEvent.click(loginButton('Correct login for Score Watch'))
  return screen.findByRole('dialog', { name: 'Correct Your Shared Login' })
}

const withdraw = () => userEvent.click(loginButton('Withdraw login for Score Watch'))

describe('shared logins', () => {
  const api = installFakeApi()
  const path = '/api/credit-credentials'
  const login = fakeOwnCredential()

  let logins: OwnCredential[]
  beforeEach(() => {
    logins = [login]
    api.routes[`GET ${path}`] = () => ({ body: logins })
  })

  describe('a shared login', () => {
    it('shows service, user name, status, and that no one has opened it yet', async () => {
      const own = await showLogins()
      expect(own).toHaveTextContent(
        'Score WatchPendingrosa@score-watch.exampleShared Nov 20, 2026 · Not opened by our team yet',
      )
      expect(within(own).getByText('Pending')).toBeVisible()
      expect(own).toHaveTextContent('Our team will get your report from Score Watch.')
    })

    it('says when staff looked, and that it was corrected', async () => {
      const sharedAt = '2026-11-21T09:00:00.000Z'
      logins = [{ ...login, sharedAt, lastOpenedAt: '2026-11-23T16:05:00.000Z' }]
      expect(await showLogins()).toHaveTextContent(
        /Corrected Nov 21, 2026 · Last opened by our team Nov 23, 2026, \d+:05/,
      )
    })

    it('is told why it was rejected, and can be corrected', async () => {
      logins = [{ ...login, status: 'rejected', statusReason: 'The password was refused.' }]
      const own = await showLogins()
      expect(own).toHaveTextContent('The password was refused.')
      expect(own).toHaveTextContent('Please correct it, or upload your credit report instead.')
      expect(screen.queryByText(/will get your report/)).toBeNull()
    })

    it.each(['approved', 'rejected'] as const)(
      'says when it is deleted once the person is %s, and can only be withdrawn',
      async (decision) => {
        logins = [{ ...login, deletedOn: '2056-12-23T16:40:00.000Z' }]
        const own = await showLogins({ status: decision, statusAt: '2026-11-23T16:00:00.000Z' })
        expect(within(own).getByText('On file')).toBeVisible()
        expect(own).toHaveTextContent('We’ll delete it on Dec 23, 2056.')
        expect(own).toHaveTextContent(`${loginIsSealed} ${loginIsDeleted}`)
        expect(screen.queryByText(/will get your report/)).toBeNull()
        expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull()
        expect(loginButton('Withdraw login for Score Watch')).toBeVisible()
      },
    )
  })

  describe('correcting it', () => {
    it('takes the password again, and says that it is back in review', async () => {
      api.routes[`PATCH ${path}/3`] = () => {
        logins = [{ ...login, username: 'rosa' }]
        return { body: logins[0] }
      }
      const dialog = within(await open())
      expect(dialog.getByLabelText('Service name')).toHaveValue('Score Watch')
      expect(dialog.getByLabelText('Service password')).toHaveValue('')
      fill('Username', 'rosa', dialog)
      fill('Service password', 'new secret', dialog)
      await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
      await waitFor(() => expect(shownToast()).toEqual(['Login corrected', 'It’s back in review.']))
      expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
        serviceName: 'Score Watch',
        serviceUrl: login.serviceUrl,
        username: 'rosa',
        password: 'new secret',
        notes: '',
      })
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(await screen.findByText('rosa')).toBeVisible()
    })

    it('asks for the password, and before what was typed is lost', async () => {
      const confirm = answer(false)
      const dialog = within(await open())
      await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
      expect(await dialog.findByText('Password is required')).toBeVisible()
      fill('Username', 'rosa2', dialog)
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
      expect(confirm).toHaveBeenCalledWith('Discard your changes?')
      expect(screen.getByRole('dialog')).toBeVisible()
    })
  })

  async function showPage(files: unknown[]) {
    api.routes['GET /api/user'] = { body: fakePartner() }
    api.routes['GET /api/files'] = { body: files }
    renderPage(<DashboardPage />, '/dashboard')
    await screen.findByText(files.length > 0 ? 'report.pdf' : /^You shared your login for/)
    await screen.findByRole('region', { name: /^Your Shared Login/ })
  }

  describe('withdrawing it', () => {
    const question =
      'Are you sure you want to withdraw your login for Score Watch? We’ll delete it right away.'
    const consequence = ' You’ll need to upload a document so we can continue your review.'
    it('asks first, says what follows from it, and then asks for a document', async () => {
      const confirm = answer(false, true)
      api.routes[`DELETE ${path}/3`] = () => {
        logins = []
        return { body: { message: 'Login withdrawn' } }
      }
      await showPage([])
      await withdraw()
      expect(confirm).toHaveBeenCalledWith(question + consequence)
      expect(api.count(`DELETE ${path}/3`)).toBe(0)
      await withdraw()
      await screen.findByRole('region', { name: 'We need proof of your credit' })
      expect(shownToast()).toEqual(['Login withdrawn', 'We deleted it, password included.'])
      expect(screen.queryByRole('region', { name: /^Your Shared Login/ })).toBeNull()
      await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    })

    it('with a document there, asks for nothing more', async () => {
      const confirm = answer(false)
      await showPage([fakeOwnFile()])
      await withdraw()
      expect(confirm).toHaveBeenCalledWith(question)
    })

    it('says why it did not work', async () => {
      answer(true)
      api.routes[`DELETE ${path}/3`] = () => fakeRefusal(503, 'The portal is busy.')
      await showLogins()
      await withdraw()
      await waitFor(() =>
        expect(shownToast()).toEqual(['Your login was not withdrawn', 'The portal is busy.']),
      )
    })
  })
})
