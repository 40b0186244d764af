import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { BulkRun } from '@shared/bulk-runs'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { refuseStorage } from '@tests/support/client/refuse-storage'
import { renderPage } from '@tests/support/client/render-page'
import { request } from '@/lib/http'
import { useStartBulkRun } from './api'
import { BulkRunPanel } from './bulk-run-panel'

const api = installFakeApi()

const running: BulkRun = {
  id: 4,
  of: 'users',
  action: 'approve',
  state: 'running',
  total: 5_000,
  done: 1_240,
  skipped: 8,
  failed: 2,
  startedAt: '2026-11-20T10:00:00.000Z',
  finishedAt: null,
}

function show(run: BulkRun) {
  api.routes['GET /api/admin/bulk-runs'] = { body: [run] }
  return renderPage(<BulkRunPanel of="users" />)
}

it('says how far a run is, and stops it', async () => {
  const { user } = show(running)
  const bar = await screen.findByRole('progressbar', { name: 'Approving 5,000 users' })
  expect(bar).toHaveAttribute('value', '25')
  expect(screen.getByText('1,250 of 5,000')).toBeVisible()
  api.routes['POST /api/admin/bulk-runs/4/stop'] = () => {
    const stopped = { ...running, state: 'stopped' }
    api.routes['GET /api/admin/bulk-runs'] = { body: [stopped] }
    return { body: stopped }
  }
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Stopped: approved 1,240 of 5,000 users')).toBeVisible()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('says when it could not be stopped', async () => {
  api.routes['POST /api/admin/bulk-runs/4/stop'] = fakeRefusal(409, 'This has already ended.')
  const { user } = show(running)
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(shownToast()).toEqual(['Failed to stop', 'This has already ended.']))
})

it('names who was left alone, with why, and how many more', async () => {
  const problems = [
    { id: 7, name: 'Ada Park', outcome: 'skipped', why: 'Deleted in the meantime.' },
    { id: 9, name: null, outcome: 'failed', why: 'Something went wrong. Please try again.' },
  ]
  api.routes['GET /api/admin/bulk-runs/4'] = { body: { ...running, problems } }
  const { user } = show({ ...running, state: 'done', done: 4_990 })
  expect(await screen.findByText('Approved 4,990 of 5,000 users')).toBeVisible()
  await user.click(screen.getByText('8 skipped, 2 failed'))
  await screen.findByText('Ada Park')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Ada Park: Deleted in the meantime.',
    'No. 9: Something went wrong. Please try again.',
    'and 8 more',
  ])
})

it('can be put away where the browser keeps nothing', async () => {
  refuseStorage()
  const { user } = show({ ...running, state: 'done' })
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull()
})

/** A list of people as it was fetched, and a button that approves them. */
function PeopleAndRuns() {
  const { data } = useQuery({
    queryKey: ['/api/admin/users'],
    queryFn: () => request<string>('/api/admin/users'),
  })
  const { mutate } = useStartBulkRun()
  const approve = () =>
    mutate({ of: 'users', action: 'approve', selection: { rows: [] }, accepts: [] })
  return (
    <>
      <BulkRunPanel of="users" />
      <p>{data}</p>
      <button onClick={approve}>Approve</button>
    </>
  )
}

const ended = { ...running, state: 'done' }
const endedBefore = { ...running, id: 3, state: 'done' }

/** The run that is started has ended before its answer comes. */
function endAtOnce() {
  api.routes['GET /api/admin/users'] = { body: 'Ada is pending' }
  api.routes['POST /api/admin/bulk-runs'] = () => {
    api.routes['GET /api/admin/bulk-runs'] = { body: [ended, endedBefore] }
    api.routes['GET /api/admin/users'] = { body: 'Ada is approved' }
    return { status: 202, body: ended }
  }
}

it('shows lists again after a run that had ended before it was first asked for', async () => {
  api.routes['GET /api/admin/bulk-runs'] = { body: [endedBefore] }
  endAtOnce()
  const { user } = renderPage(<PeopleAndRuns />)
  await screen.findByText('Ada is pending')
  await screen.findByRole('region', { name: 'Progress' })
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await screen.findByText('Ada is approved')
})

it('shows them again when it could not learn of any run before', async () => {
  api.routes['GET /api/admin/bulk-runs'] = fakeRefusal(500, 'Something went wrong.')
  endAtOnce()
  const { user } = renderPage(<PeopleAndRuns />)
  await screen.findByText('Ada is pending')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await screen.findByText('Ada is approved')
})
