import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ScoreOverview, ScoreProposal } from '@shared/scores'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { foundScore } from '@tests/support/samples/found-score'
import { ScoreSection } from './score-section'

const api = installFakeApi()
const path = '/api/admin/users/2/score'

const found = {
  ...foundScore,
  page: 3,
  line: 12,
  mark: { page: 3, left: 0.1, top: 0.2, width: 0.1, height: 0.05 },
  marks: [],
} satisfies Omit<ScoreProposal, 'fileId'>
const other = { ...found, score: 701, bureau: 'Equifax' as const, line: 13 }
const proposal: ScoreProposal = { ...found, fileId: 5 }
const reading = { fileId: 5, fileName: 'report.pdf', uploadedAt: '2026-11-20T10:00:00.000Z' }
const proposed: ScoreOverview = {
  confirmed: null,
  proposal,
  readings: [{ ...reading, state: 'done', scores: [found, other] }],
}
const confirmed: ScoreOverview['confirmed'] = {
  ...found,
  marks: ['low', 'name-differs', 'old'],
  source: { fileId: 5, fileName: 'report.pdf' },
  isAsRead: true,
  confirmedAt: '2026-11-21T10:00:00.000Z',
  confirmedBy: 'Portal Administrator',
}

function show(overview: ScoreOverview) {
  api.routes[`GET ${path}`] = { body: overview }
  api.routes[`POST ${path}`] = { body: { ...proposed, confirmed } }
  return renderPage(<ScoreSection userId={2} shownFileId={9} />)
}

const sent = () => api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)

it('what was found is shown with its place, and taken with the key S', async () => {
  const { user } = show(proposed)
  await screen.findByText('742')
  expect(screen.getByText('FICO Score 8, Experian')).toBeVisible()
  expect(screen.getByText('Found in report.pdf, page 3, line 12')).toBeVisible()
  await user.keyboard('s')
  await screen.findByText('Score 742 confirmed')
  expect(sent()).toEqual([expect.objectContaining({ score: 742, fileId: 5 })])
  // Once.
  await user.keyboard('s')
  expect(sent()).toHaveLength(1)
  expect(screen.getByText(/as read from report.pdf/)).toBeVisible()
  for (const mark of ['Under 680', 'Name differs', 'Older than 90 days']) {
    expect(screen.getByText(mark)).toBeVisible()
  }
})

it('another score that was found can be taken instead', async () => {
  const { user } = show(proposed)
  await user.click(
    await screen.findByRole('button', { name: '701 FICO Score 8, Equifax, take this score' }),
  )
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ score: 701 })]))
})

it('a proposal is corrected in a form that begins with it', async () => {
  const { user } = show(proposed)
  await user.click(await screen.findByRole('button', { name: 'Correct Score' }))
  const form = within(screen.getByRole('form', { name: 'Credit score' }))
  expect(form.getByLabelText('Score')).toHaveFocus()
  expect(form.getByLabelText(/Model/)).toHaveValue('FICO Score 8')
  fill('Score', '900', form)
  await user.click(form.getByRole('button', { name: 'Save Score' }))
  await form.findByText('Please enter a score from 300 to 850.')
  fill('Score', '724', form)
  await user.selectOptions(form.getByLabelText(/Bureau/), '')
  await user.click(form.getByRole('button', { name: 'Save Score' }))
  await screen.findByText('Score 724 confirmed')
  expect(sent()).toEqual([
    {
      score: 724,
      model: 'FICO Score 8',
      bureau: null,
      reportDate: '2026-11-12',
      nameOnReport: 'Rosa Delgado',
      fileId: 5,
    },
  ])
})

it('where nothing could be read, the score is typed for the document on the screen', async () => {
  const { user } = show({
    confirmed: null,
    proposal: null,
    readings: [{ ...reading, state: 'none', scores: [] }],
  })
  await screen.findByText('We couldn’t find a score. Enter it from the document.')
  await user.click(screen.getByRole('button', { name: 'Enter Score' }))
  await user.keyboard('688{Enter}')
  await waitFor(() =>
    expect(sent()).toEqual([
      { score: 688, model: null, bureau: null, reportDate: null, nameOnReport: null, fileId: 9 },
    ]),
  )
})

it('a confirmed score can be removed, and what was found is offered again', async () => {
  const { user } = show({ ...proposed, confirmed })
  await screen.findByText(/^Confirmed by Portal Administrator/)
  expect(screen.queryByRole('button', { name: 'Use 742' })).toBeNull()
  api.routes[`DELETE ${path}`] = () => {
    api.routes[`GET ${path}`] = { body: proposed }
    return { body: { message: 'Score removed' } }
  }
  await user.click(screen.getByRole('button', { name: 'Remove the score' }))
  await screen.findByRole('button', { name: 'Use 742' })
})
