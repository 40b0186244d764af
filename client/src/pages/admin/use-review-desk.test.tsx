import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { heard } from '@tests/support/client/hear'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReviewedFile } from '@shared/files'
import { fakePage, holdFetch, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { ReportsPage } from './reports/reports-page'

const api = installFakeApi()

const buildFile = (overrides: Partial<ReviewedFile> = {}) =>
  fakeReviewedFile({ fileName: 'report.docx', fileType: 'application/msword', ...overrides })
const left = buildFile({ id: 1, fileName: 'left.docx' })

let files: ReviewedFile[]

beforeEach(() => {
  files = [buildFile(), left]
  api.routes['GET /api/admin/files'] = () => fakePage(files)
})

async function show(address = '/admin/reports') {
  renderPage(<ReportsPage />, address)
  await screen.findByText(/\d reports?$/)
}

describe('a search that was cut off', () => {
  it('does not say that there is nothing while older ones are left', async () => {
    const link = '</api/admin/files?search=zq&cursor=9>; rel="next"'
    const headers = { 'X-Total-Count': '0', 'X-Total-Among': '20000', Link: link }
    api.routes['GET /api/admin/files'] = () => ({ body: [], headers })
    renderPage(<ReportsPage />, '/admin/reports?search=zq')
    expect(await screen.findByText('Nothing found so far')).toBeVisible()
    expect(screen.queryByText(/Try fewer words/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Next Page' })).toBeVisible()
  })
})

describe('a link to a report', () => {
  const older = buildFile({ id: 9, fileName: 'older.docx' })

  /** As the API does: newest first, from below the cursor on. */
  function answer({ url }: { url: URL }) {
    const cursor = Number(url.searchParams.get('cursor') ?? Infinity)
    const all = [buildFile({ id: 50 }), buildFile({ id: 49 }), older, buildFile({ id: 8 })]
    return fakePage(all.filter(({ id }) => id < cursor).slice(0, cursor === Infinity ? 2 : 1))
  }

  it('opens it though it is on another page of the list', async () => {
    api.routes['GET /api/admin/files'] = answer
    await show('/admin/reports?open=9')
    expect(await screen.findByRole('dialog', { name: 'older.docx' })).toBeVisible()
    expect(screen.queryByText('We couldn’t load this report')).toBeNull()
  })

  it('says so when there is none, and opens no panel', async () => {
    api.routes['GET /api/admin/files'] = answer
    await show('/admin/reports?open=10')
    expect(await screen.findByText('We couldn’t load this report')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stays open when newer ones push it off the page', async () => {
    const newer = [buildFile({ id: 12, fileName: 'newer.docx' }), buildFile({ id: 11 })]
    let all = [buildFile(), left]
    api.routes['GET /api/admin/files'] = ({ url }) => {
      const cursor = Number(url.searchParams.get('cursor') ?? Infinity)
      return fakePage(all.filter(({ id }) => id < cursor).slice(0, 2))
    }
    api.routes['PATCH /api/admin/files/1/status'] = () => {
      all = [...newer, ...all]
      return { body: { ...left, status: 'approved', decisionId: 5 } }
    }
    await show('/admin/reports?open=2')
    const row = screen.getByRole('row', { name: /left\.docx/, hidden: true })
    const status = within(row).getByRole('combobox', { hidden: true })
    await userEvent.selectOptions(status, 'approved')
    await waitFor(() => expect(row).not.toBeInTheDocument())
    expect(screen.getByRole('row', { name: /newer\.docx/, hidden: true })).toBeInTheDocument()
    expect(screen.getByRole('dialog', { name: 'report.docx' })).toBeVisible()
    await waitFor(() => expect(api.count('GET /api/admin/files')).toBeGreaterThan(2))
    expect(screen.getByRole('dialog', { name: 'report.docx' })).toBeVisible()
    expect(screen.queryByText('We couldn’t load this report')).toBeNull()
  })

  it('is silent about the one that was just deleted', async () => {
    vi.stubGlobal('confirm', () => true)
    api.routes['DELETE /api/admin/files/2'] = () => {
      files = [left]
      return { body: { message: 'File deleted' } }
    }
    await show('/admin/reports?open=2')
    const details = within(screen.getByRole('dialog', { name: 'report.docx' }))
    await userEvent.click(details.getByRole('button', { name: /^Delete/ }))
    await waitFor(() => expect(shownToast()).toEqual(['File deleted']))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('We couldn’t load this report')).toBeNull()
  })
})

it('shows a decision and the next report without waiting for the list', async () => {
  const releases: (() => void)[] = []
  api.routes['PATCH /api/admin/files/2/status'] = () => {
    releases.push(holdFetch())
    files = [buildFile({ status: 'approved' }), left]
    return { body: files[0] }
  }
  await show('/admin/reports?status=pending&open=2')
  const panel = await screen.findByRole('dialog', { name: 'report.docx' })
  await userEvent.click(within(panel).getByRole('button', { name: 'Approve report.docx' }))
  await screen.findByRole('dialog', { name: 'left.docx' })
  const row = screen.getByRole('row', { name: /report\.docx/, hidden: true })
  expect(within(row).getByRole('combobox', { hidden: true })).toHaveValue('approved')
  files = [left]
  for (const release of releases) release()
  await waitFor(() => expect(row).not.toBeInTheDocument())
})

describe('the keys', () => {
  it('says the report that it opens beside the list, with what matters of it, and shows its top', async () => {
    const wide = { matches: true, addEventListener: () => null, removeEventListener: () => null }
    vi.stubGlobal('matchMedia', () => wide)
    await show()
    await userEvent.keyboard('j')
    await waitFor(() => expect(heard()).toMatch(/report\.docx\. pending, waiting .+\. 1 of \d/))
    // Enter leads from its name into the panel, and Esc back.
    const name = { name: 'report.docx' }
    await waitFor(() => expect(screen.getByRole('button', name)).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('heading', name)).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('button', name)).toHaveFocus())
    await userEvent.keyboard('j')
    const panel = screen.getByRole('complementary', { name: 'report.docx' })
    panel.scrollTop = 300
    await userEvent.keyboard('j')
    await waitFor(() => expect(heard()).toContain('left.docx. '))
    expect(panel).toHaveAccessibleName('left.docx')
    expect(document.title).toMatch(/^left\.docx · /)
    expect(panel.scrollTop).toBe(0)
  })

  it('can be left out, in this browser for good', async () => {
    await show()
    await userEvent.keyboard('?')
    const choice = { name: 'Use these keys in this browser' }
    await userEvent.click(screen.getByRole('switch', choice))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.keyboard('j/?')
    expect(window.location.search).toBe('')
    cleanup()

    await show()
    await userEvent.keyboard('j')
    expect(window.location.search).toBe('')
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard Shortcuts' }))
    await userEvent.click(screen.getByRole('switch', choice))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.keyboard('j')
    expect(window.location.search).toBe('?open=2')
  })
})
