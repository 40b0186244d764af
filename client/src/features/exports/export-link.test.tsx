import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { exactTotalLimit } from '@shared/list-choices'
import { ExportLink } from './export-link'

const show = (total: number, among: number | null = null) => {
  const request = { search: 'ada lee', status: '', sort: 'name', cursor: '7', kind: 'decisions' }
  render(
    <ExportLink
      list="audit-events"
      request={request}
      page={{ rows: [], next: null, total, among }}
    />,
  )
  return screen.getByRole('link')
}

it('saves what the list shows, and not its page', () => {
  const link = show(3)
  const href = '/api/admin/exports/audit-events?search=ada+lee&sort=name&kind=decisions'
  expect(link).toHaveAttribute('href', href)
  expect(link).toHaveAttribute('download')
})

it.each([
  [1_204, null, 'Export CSV (1,204)'],
  [exactTotalLimit + 1, null, 'Export CSV (10,000+)'],
  [12, 20_000, 'Export CSV'],
])('says of %d rows, counted among %s, no more than is known', (total, among, text) => {
  expect(show(total, among)).toHaveTextContent(text)
})
