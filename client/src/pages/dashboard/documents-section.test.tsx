import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnFile } from '@shared/files'
import { sessionHint, rememberSession } from '@/lib/session-hint'
import {
  fakeRefusal,
  pressInToast,
  shownToast,
  installFakeApi,
} from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { fakeOwnFile, fakePartner } from '@tests/support/client/fake-records'
import { DocumentsSection } from './documents-section'

const api = installFakeApi()
const partner = fakePartner()

const pdf = () => new File(['%PDF-1.4'], 'more.pdf', { type: 'application/pdf' })
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
const addButton = () => screen.queryByRole('button', { name: 'Upload Additional File' })
const button = (name: string) => screen.getByRole('button', { name })

async function openDialog() {
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Upload Additional File' }))
}

async function choose(file: File) {
  await userEvent.upload(screen.getByLabelText(/^(Your|The new) document$/), file, {
    applyAccept: false,
  })
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
    expect(await screen.findByRole('button', { name: 'View more.pdf' })).toBeVisible()
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
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
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
    expect(screen.getByRole('region', { name: 'Your Documents' })).toHaveTextContent('Nov 24, 2026')
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
