import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Route } from 'wouter'
import { exactTotalLimit } from '@shared/list-choices'
import { ExportLink } from '@/features/exports/export-link'
import { dayBefore, startOfDay } from '@/lib/days'
import { useListAddress } from '@/lib/use-list-address'
import { fakePage, fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ListControls } from './list-controls'
import { ReportsPage } from './reports/reports-page'

const pageOf = (total: number, scannedRows: number | null) => ({
  rows: [],
  next: null,
  total,
  scannedRows,
  shownAt: null,
})

function Users({ total, scannedRows }: { total: number; scannedRows: number | null }) {
  const nouns = { singular: 'user', plural: 'users' }
  const page = pageOf(total, scannedRows)
  return <ListControls address={useListAddress()} page={page} nouns={nouns} label="Search" />
}

it.each([
  [1, null, '1 user'],
  [9_999, null, '9,999 users'],
  [10_001, null, 'More than 10,000 users'],
  [0, 20_000, '0 users among the newest 20,000. The next pages search the older ones.'],
  [1, 20_000, '1 user among the newest 20,000. The next pages search the older ones.'],
  [10_001, 20_000, 'More than 10,000 users'],
])('a count of %s, among %s, is said honestly', (total, scannedRows, words) => {
  render(<Users total={total} scannedRows={scannedRows} />)
  expect(screen.getByText(words)).toBeInTheDocument()
})

it('folds the filters, and nothing else, beside a row that is open', async () => {
  const nouns = { singular: 'user', plural: 'users' }
  const Folded = () => (
    <ListControls
      address={useListAddress()}
      page={pageOf(3, null)}
      nouns={nouns}
      label="Search"
      more={<button>Show Referrers</button>}
      isFolded
    />
  )
  render(<Folded />)
  const button = screen.getByRole('button', { name: 'Filters' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByLabelText('Search')).toBeVisible()
  expect(screen.getByText('3 users')).toBeVisible()
  const folded = [
    screen.getByLabelText('Status'),
    screen.getByText('Reset Filters'),
    screen.getByText('Show Referrers'),
  ]
  for (const one of folded) expect(one).not.toBeVisible()
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  for (const one of folded) expect(one).toBeVisible()
})

function showExport(total: number, scannedRows: number | null = null) {
  const request = { search: 'ada lee', status: '', sort: 'name', cursor: '7', kind: 'decisions' }
  render(<ExportLink list="audit-events" request={request} page={pageOf(total, scannedRows)} />)
  return screen.getByRole('link')
}

describe('the export of a list', () => {
  it('saves what the list shows, and not its page', () => {
    const link = showExport(3)
    const href = '/api/admin/exports/audit-events?search=ada+lee&sort=name&kind=decisions'
    expect(link).toHaveAttribute('href', href)
    expect(link).toHaveAttribute('download')
  })

  it.each([
    [1_204, null, 'Export CSV (1,204)'],
    [exactTotalLimit + 1, null, 'Export CSV (10,000+)'],
    [12, 20_000, 'Export CSV'],
  ])('says of %d rows, counted among %s, no more than is known', (total, scannedRows, text) => {
    expect(showExport(total, scannedRows)).toHaveTextContent(text)
  })
})

const api = installFakeApi()
const path = '/api/admin/files'

async function show(query = '', count = '1 report') {
  const page = renderPage(
    <Route path="/admin/reports">
      <ReportsPage />
    </Route>,
    `/admin/reports${query}`,
  )
  await screen.findByText(count)
  return page
}

/** The query of the list as it was last asked for. */
function lastAsked(): Record<string, string> {
  const asked = api.requests.findLast((call) => call.path.split('?', 1)[0] === path)
  return Object.fromEntries(new URL(asked?.path ?? '', 'http://localhost').searchParams)
}

/** How often the page that begins at a cursor was asked for. */
const asked = (cursor: string) =>
  api.requests.filter((call) => call.path === `${path}?cursor=${cursor}`).length

const showPages = (query = '') => show(query, '60 reports')
const opened = (id: number) => screen.findByRole('dialog', { name: `report-${id}.docx` })

const startOf = (day: string, later = 0) => startOfDay(day, later)?.toISOString()

describe('above and below a list', () => {
  beforeEach(() => {
    api.routes[`GET ${path}`] = () => fakePage([fakeReviewedFile({ fileName: 'report.docx' })])
  })

  describe('a list’s order', () => {
    it('is chosen above the list or in a column’s header, and is kept in the URL', async () => {
      const { user } = await show()
      expect(lastAsked()).toEqual({})
      await user.selectOptions(screen.getByLabelText('Sort'), 'Oldest first')
      await waitFor(() => expect(lastAsked()).toEqual({ sort: 'oldest' }))
      expect(window.location.search).toBe('?sort=oldest')
      expect(screen.getByRole('columnheader', { name: /^Date/ })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )

      await user.click(screen.getByRole('button', { name: 'Sort by date' }))
      await waitFor(() => expect(window.location.search).toBe(''))
      await user.click(screen.getByRole('button', { name: 'Sort by file name' }))
      await waitFor(() => expect(lastAsked()).toEqual({ sort: 'name' }))
      expect(screen.getByLabelText('Sort')).toHaveValue('name')
    })

    it('that the list does not know is the newest first', async () => {
      await show('?sort=price')
      expect(lastAsked()).toEqual({})
      expect(screen.getByLabelText('Sort')).toHaveValue('newest')
    })
  })

  describe('a list’s dates', () => {
    it('are asked for in whole days of the viewer’s own zone', async () => {
      await show('?from=2026-11-01&to=2026-11-03&status=pending')
      expect(lastAsked()).toEqual({
        from: startOf('2026-11-01'),
        to: startOf('2026-11-03', 1),
        status: 'pending',
      })
      const chips = within(screen.getByRole('list', { name: 'Filters' }))
      expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
        'Pending',
        'Nov 1, 2026 – Nov 3, 2026',
      ])
      expect(screen.getByLabelText('From')).toHaveValue('2026-11-01')
      expect(screen.getByLabelText('To')).toHaveValue('2026-11-03')
    })

    it('are chosen by a shorthand, and taken away again one by one', async () => {
      const { user } = await show('?status=pending&cursor=9&page=2')
      await user.selectOptions(screen.getByLabelText('Date'), 'Last 7 days')
      const from = startOf(dayBefore(6))
      await waitFor(() => expect(lastAsked()).toEqual({ from, status: 'pending' }))
      expect(window.location.search).toBe(`?status=pending&from=${dayBefore(6)}`)
      expect(screen.getByLabelText('Date')).toHaveDisplayValue('Last 7 days')

      await user.click(screen.getByRole('button', { name: 'Pending, remove filter' }))
      await waitFor(() => expect(lastAsked()).toEqual({ from }))
      await user.click(screen.getByRole('button', { name: 'Last 7 days, remove filter' }))
      await waitFor(() => expect(window.location.search).toBe(''))
      expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
    })

    it('can be any two days', async () => {
      const { user } = await show()
      await user.selectOptions(screen.getByLabelText('Date'), 'Custom…')
      fill('To', '2026-11-03')
      await waitFor(() => expect(lastAsked()).toEqual({ to: startOf('2026-11-03', 1) }))
      expect(screen.getByRole('button', { name: 'Until Nov 3, 2026, remove filter' })).toBeVisible()
    })

    it('that are not valid are left out', async () => {
      await show('?from=yesterday&to=2026-02-30')
      expect(lastAsked()).toEqual({})
    })
  })

  describe('an address', () => {
    it.each(['waiting', 'constructor', 'PENDING', '__proto__'])(
      'with a status that the list does not have shows the whole list: %s',
      async (status) => {
        await show(`?status=${status}`)
        expect(lastAsked()).toEqual({})
        expect(screen.getByLabelText('Status')).toHaveValue('')
      },
    )

    it('with a page that is not there says so, and leads back to the list', async () => {
      const rows = [fakeReviewedFile({ fileName: 'report.docx' })]
      api.routes[`GET ${path}`] = ({ url }) =>
        url.searchParams.has('cursor') ? fakeRefusal(400, 'Unknown page') : fakePage(rows)
      const { user } = renderPage(
        <Route path="/admin/reports">
          <ReportsPage />
        </Route>,
        '/admin/reports?cursor=x',
      )
      expect(await screen.findByText('This link doesn’t work for this list')).toBeVisible()
      expect(screen.queryByText(/check your connection/)).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Show the Whole List' }))
      expect(await screen.findByText('1 report')).toBeVisible()
    })
  })

  describe('a list’s pages', () => {
    const all = [6, 5, 4, 3, 2, 1].map((id) =>
      fakeReviewedFile({ id, fileName: `report-${id}.docx` }),
    )

    /** Two of them a page, of 60 in all, which are three pages of what the list asks for. */
    beforeEach(() => {
      api.routes[`GET ${path}`] = ({ url }) => {
        const cursor = Number(url.searchParams.get('cursor') ?? Infinity)
        const rest = all.filter(({ id }) => id < cursor)
        const rows = rest.slice(0, Number(url.searchParams.get('limit') ?? 2))
        const link = `<${path}?cursor=${rows.at(-1)?.id}>; rel="next"`
        return {
          body: rows,
          headers: { 'X-Total-Count': '60', ...(rest.length > rows.length && { Link: link }) },
        }
      }
    })

    it('are numbered, and turned with buttons or the keys N and P', async () => {
      const { user } = await showPages()
      expect(screen.getByText(/^Page 1 of 3, reports /)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Previous Page' })).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Next Page' }))
      expect(await screen.findByText(/^Page 2 of 3, reports /)).toBeVisible()
      await user.keyboard('n')
      expect(await screen.findByText(/^Page 3 of 3, reports /)).toBeVisible()
      await user.keyboard('n')
      expect(window.location.search).toBe('?cursor=3&page=3')
      await user.keyboard('p')
      expect(await screen.findByText(/^Page 2 of 3, reports /)).toBeVisible()
      await user.click(screen.getByRole('button', { name: 'Previous Page' }))
      expect(await screen.findByText(/^Page 1 of 3, reports /)).toBeVisible()
      expect(window.location.search).toBe('')
    })

    it('are fetched when someone points at the button, and shown right away', async () => {
      const { user } = await showPages()
      await user.hover(screen.getByRole('button', { name: 'Next Page' }))
      await waitFor(() => expect(lastAsked()).toEqual({ cursor: '5' }))
      await user.click(screen.getByRole('button', { name: 'Next Page' }))
      expect(screen.getByText(/^Page 2 of 3, reports /)).toBeVisible()
      expect(screen.getByRole('button', { name: 'report-4.docx' })).toBeVisible()
      expect(asked('5')).toBe(1)
    })

    it('are not fetched ahead of a search, which can take seconds', async () => {
      const { user } = await showPages('?search=report')
      await user.hover(screen.getByRole('button', { name: 'Next Page' }))
      expect(api.requests.filter((call) => call.path.includes('cursor='))).toEqual([])
    })

    it('that cannot be fetched ahead are not asked for again until someone turns to them', async () => {
      const { user } = await showPages()
      const answer = api.routes[`GET ${path}`]
      api.routes[`GET ${path}`] = () => fakeRefusal(503, 'The portal is busy.')
      const next = screen.getByRole('button', { name: 'Next Page' })
      await user.hover(next)
      await waitFor(() => expect(asked('5')).toBe(1))
      await user.pointer([
        { target: next, coords: { x: 1 } },
        { target: next, coords: { x: 2 } },
      ])
      expect(asked('5')).toBe(1)
      if (answer) api.routes[`GET ${path}`] = answer
      await user.click(next)
      expect(await screen.findByRole('button', { name: 'report-4.docx' })).toBeVisible()
    })

    it('are gone through row by row: J goes on with the next page, K back to the one before', async () => {
      const { user } = await showPages('?open=5')
      await opened(5)
      await user.keyboard('j')
      await opened(4)
      expect(screen.getByText(/^Page 2 of 3, reports /)).toBeVisible()
      await user.keyboard('k')
      await opened(5)
      expect(screen.getByText(/^Page 1 of 3, reports /)).toBeVisible()
      await user.keyboard('j')
      await opened(4)
    })

    it('of a pasted link know what comes after them, and the first one', async () => {
      const { user } = await showPages('?cursor=5&page=2')
      expect(screen.getByText(/^Page 2 of 3, reports /)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Previous Page' })).toBeNull()
      await user.keyboard('p')
      expect(window.location.search).toBe('?cursor=5&page=2')
      await user.click(screen.getByRole('button', { name: 'First Page' }))
      expect(await screen.findByText(/^Page 1 of 3, reports /)).toBeVisible()
    })

    it('start again with another order', async () => {
      const { user } = await showPages('?cursor=5&page=2')
      await user.click(screen.getByRole('button', { name: 'Sort by file name' }))
      await waitFor(() => expect(lastAsked()).toEqual({ sort: 'name' }))
      expect(window.location.search).toBe('?sort=name')
    })
  })
})
