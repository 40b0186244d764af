import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReviewedFile } from '@shared/files'
import {
  fakePage,
  fakeRefusal,
  holdFetch,
  installFakeApi,
  pressInToast,
  shownToast,
} from '@tests/support/client/fake-api'
import { reportColumns } from '@tests/support/client/list-columns'
import { renderPage } from '@tests/support/client/render-page'
import { ReportsPage } from './reports-page'

const api = installFakeApi()

const owner = {
  firstName: 'Zoë',
  lastName: 'Núñez',
  email: 'zoe@example.com',
  phoneNumber: '(303) 555-0111',
}
const buildFile = (overrides: Partial<ReviewedFile> = {}) =>
  fakeReviewedFile({ userId: 1, owner, ...overrides })

const orphan = buildFile({ id: 1, fileName: 'left.jpg', fileType: 'image/jpeg', owner: null })
const openPath = `/uploads/${'k'.repeat(43)}/report.pdf`
const restoreQuestion =
  'Are you sure you want to restore this file from backup? This will replace the current file with the most recent backup.'

let files: ReviewedFile[]
let decisions: unknown[]

beforeEach(() => {
  files = [buildFile(), orphan]
  decisions = []
  api.routes['GET /api/admin/files'] = ({ url }) => {
    const status = url.searchParams.get('status')
    return fakePage(files.filter((file) => !status || file.status === status))
  }
  api.routes['POST /api/admin/generate-file-token'] = () => ({ body: { token: 't' } })
  api.routes['PATCH /api/admin/files/2/status'] = ({ body }) => {
    decisions.push(body)
    files = [buildFile({ status: 'approved' }), orphan]
    return { body: { ...files[0], decisionId: 31 } }
  }
})

async function show(address = '/admin/reports') {
  renderPage(<ReportsPage />, address)
  await screen.findByText(/\d reports?$/)
}

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** What is behind the menu of report.pdf. */
async function choose(action: string) {
  await click('More actions for report.pdf')
  await userEvent.click(screen.getByRole('menuitem', { name: `${action} report.pdf` }))
}

describe('the list', () => {
  it('has eight columns and a count', async () => {
    await show()
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
    expect(headers).toEqual(reportColumns)
    expect(screen.getByText('2 reports')).toBeVisible()
  })

  it('marks a file without a user account in red', async () => {
    await show()
    expect(row('left.jpg').className).toContain('bg-danger-surface')
    const cells = within(row('left.jpg')).getAllByRole('cell')
    expect(cells[1]).toHaveTextContent('Orphaned')
    expect(cells[1]).toHaveTextContent('No User Account')
    expect(cells.slice(2, 4).map((cell) => cell.lastElementChild?.textContent)).toEqual([
      'N/A',
      'N/A',
    ])
    expect(row('report.pdf').className).not.toContain('bg-danger-surface')
    expect(within(row('report.pdf')).queryByText('No User Account')).toBeNull()
  })

  it('tells a document that waits for its owner’s answer from one that waits for us', async () => {
    const asked = { ...owner, askedAt: '2026-11-24T18:00:00.000Z' }
    files = [buildFile({ owner: asked }), buildFile({ id: 3, fileName: 'other.pdf' })]
    await show()
    const mark = 'Asked on Nov 24, waiting for them'
    expect(within(row('report.pdf')).getByTitle(mark)).toBeVisible()
    expect(within(row('other.pdf')).queryByTitle(mark)).toBeNull()
  })

  it('filters in the address, says when nothing is found, and resets', async () => {
    await show()
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'rejected')
    expect(await screen.findByText('No reports found.')).toBeVisible()
    expect(window.location.search).toBe('?status=rejected')
    await click('Reset Filters')
    expect(await screen.findByText('2 reports')).toBeVisible()
    expect(window.location.search).toBe('')
  })
})

it('shows a name and an address whole to who points at them or listens', async () => {
  const fileName = `${'Lucas Ribeiro '.repeat(6)}credit report.pdf`
  files = [buildFile({ fileName })]
  await show()
  const opener = screen.getByRole('button', { name: fileName })
  expect(within(opener).getByTitle(fileName)).toHaveTextContent(/^Lucas .+…credit report\.pdf$/)
  expect(screen.getByTitle('zoe@example.com')).toHaveTextContent('zoe@example.com')
})

it('keeps Delete apart from View, behind the menu', async () => {
  await show()
  const controls = within(row('report.pdf')).getAllByRole('button')
  expect(controls.map((control) => control.textContent).slice(-2)).toEqual(['View', ''])
  expect(controls.at(-2)).toHaveAccessibleDescription('Opens in a new tab')
  await click('More actions for report.pdf')
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Download',
    'Re-upload',
    'Restore',
    'Delete',
  ])
})

describe('a decision', () => {
  it('says what it was based on, and is shown', async () => {
    await show()
    await userEvent.selectOptions(screen.getByLabelText('Status of report.pdf'), 'approved')
    const done = ['Status updated successfully', 'Approved report.pdf']
    await waitFor(() => expect(shownToast()).toEqual(done))
    expect(decisions).toEqual([
      { status: 'approved', basedOn: 'pending', basedOnVersion: 'version-1', accepts: [] },
    ])
    expect(screen.getByLabelText('Status of report.pdf')).toHaveValue('approved')
  })

  it('is waited for by the dropdown and the menu, and leaves all as it was when it fails', async () => {
    api.routes['PATCH /api/admin/files/2/status'] = () => {
      throw new TypeError('offline')
    }
    await show()
    const dropdown = screen.getByLabelText('Status of report.pdf')
    const answer = holdFetch('/api/admin/files/2/status')
    await userEvent.selectOptions(dropdown, 'approved')
    await waitFor(() => expect(dropdown).toBeDisabled())
    await click('More actions for report.pdf')
    const items = screen.getAllByRole('menuitem')
    const waiting = items.filter((item) => item.getAttribute('aria-disabled') === 'true')
    expect(waiting.map((item) => item.textContent)).toEqual(['Re-upload', 'Restore', 'Delete'])
    answer()
    const lost = 'The connection was lost. Please check your internet connection and try again.'
    await waitFor(() => expect(shownToast()).toEqual(['Error updating status', lost]))
    expect(dropdown).toHaveValue('pending')
    expect(dropdown).toBeEnabled()
  })
})

describe('deleting and restoring', () => {
  it('asks first, and does nothing without a yes', async () => {
    const confirm = vi.fn(() => false)
    vi.stubGlobal('confirm', confirm)
    await show()
    await choose('Delete')
    expect(confirm).toHaveBeenLastCalledWith('Are you sure you want to delete file report.pdf?')
    await choose('Restore')
    expect(confirm).toHaveBeenLastCalledWith(restoreQuestion)
    expect(api.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  })

  it('says how a deletion went', async () => {
    vi.stubGlobal('confirm', () => true)
    await show()
    api.routes['DELETE /api/admin/files/2'] = () => {
      files = [orphan]
      return { body: { message: 'File deleted' } }
    }
    await choose('Delete')
    await waitFor(() => expect(shownToast()).toEqual(['File deleted']))
    expect(await screen.findByText('1 report')).toBeVisible()
  })

  it('says how a restore went', async () => {
    vi.stubGlobal('confirm', () => true)
    await show()
    api.routes['POST /api/admin/files/2/restore'] = () => ({ body: files[0] })
    await choose('Restore')
    await waitFor(() => expect(shownToast()).toEqual(['File restored successfully']))
  })
})

describe('a missing file', () => {
  it('offers Fix It: re-upload, or a restore', async () => {
    vi.stubGlobal('confirm', () => true)
    api.routes['POST /api/admin/files/2/restore'] = () => ({ body: files[0] })
    await show()
    await choose('Download')
    const text = "The file could not be downloaded because it wasn't found on the server."
    await waitFor(() => expect(shownToast()).toEqual(['File Missing', text]))
    await pressInToast('Fix It')
    await click('Try Restore')
    await waitFor(() => expect(shownToast()).toEqual(['File restored successfully']))
    await click('View report.pdf')
    await waitFor(() => expect(shownToast()[0]).toBe('File Missing'))
    await pressInToast('Fix It')
    await click('Re-upload')
    expect(screen.getByRole('dialog', { name: 'Re-upload Document' })).toBeVisible()
    expect(screen.getByLabelText('The new document')).toHaveAttribute(
      'accept',
      '.pdf,.doc,.docx,.jpg,.jpeg,.png',
    )
  })

  it('is not what another failure is called', async () => {
    api.routes[`HEAD ${openPath}`] = () => fakeRefusal(503, 'The portal is busy.')
    await show()
    await click('View report.pdf')
    const failed = ['Error opening file', 'Unable to open file. Please try again.']
    await waitFor(() => expect(shownToast()).toEqual(failed))
  })
})

describe('the keyboard', () => {
  beforeEach(() => {
    api.routes[`HEAD ${openPath}`] = () => ({})
    api.routes[`HEAD /uploads/${'k'.repeat(43)}/left.jpg`] = () => ({})
  })

  it('moves, decides, searches and explains itself', async () => {
    await show()
    await userEvent.keyboard('jj')
    expect(window.location.search).toBe('?open=1')
    const preview = await screen.findByAltText('Preview of left.jpg')
    expect(preview).toHaveAttribute('src', `/uploads/${'k'.repeat(43)}/left.jpg?token=t`)
    await userEvent.keyboard('k')
    expect(await screen.findByRole('dialog', { name: 'report.pdf' })).toBeVisible()
    await userEvent.keyboard('a')
    await waitFor(() => expect(decisions).toHaveLength(1))
    await userEvent.keyboard('?')
    expect(screen.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible()
  })
})
