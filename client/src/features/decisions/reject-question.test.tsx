import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { askForReason } from '@/lib/decisions'

const api = installFakeApi()
const path = '/api/admin/rejection-reasons'

beforeEach(() => {
  api.routes[`GET ${path}`] = { body: defaultReasons }
})

/** The dialog, which every page has. */
async function ask(first = defaultReasons.file[0]) {
  const { user } = renderPage(null)
  const answered = askForReason({ kind: 'file', name: 'report.pdf', of: 4 })
  await screen.findByRole('radio', { name: first })
  return { user, answered }
}

const box = () => screen.getByRole('textbox', { name: /^In your own words/ })
const rejects = () => screen.getByRole('button', { name: 'Reject' })

it('a number chooses a reason, words go after it, and Enter rejects', async () => {
  const { user, answered } = await ask()
  await user.keyboard('3')
  expect(screen.getByRole('radio', { name: defaultReasons.file[2] })).toBeChecked()
  await user.keyboard('Page 2 is blank.{Shift>}{Enter}{/Shift}So is page 3.{Enter}')
  expect((await answered)?.words).toBe(`${defaultReasons.file[2]}\nPage 2 is blank.\nSo is page 3.`)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('nothing is chosen for anyone: Enter rejects no one before there is an answer', async () => {
  const { user, answered } = await ask()
  const radios = screen.getAllByRole('radio')
  expect(radios[0]).toHaveFocus()
  for (const radio of radios) expect(radio).not.toBeChecked()
  expect(rejects()).toBeDisabled()
  await user.keyboard('{Enter}{Control>}{Enter}{/Control}')
  expect(screen.getByRole('dialog', { name: 'Reject report.pdf' })).toBeVisible()
  await user.click(box())
  await user.keyboard('   {Enter}')
  await user.keyboard('Cut off')
  expect(rejects()).toBeEnabled()
  await user.keyboard('{Enter}')
  expect((await answered)?.words).toContain('Cut off')
})

it('no reason is the last choice, and has to be chosen; Cancel does not reject', async () => {
  const { user, answered } = await ask()
  expect(screen.getAllByRole('radio').at(-1)).toHaveAccessibleName('No reason')
  await user.keyboard('0')
  await user.click(rejects())
  expect((await answered)?.words).toBe('')
  const again = askForReason({ kind: 'file', name: 'report.pdf', of: 4 })
  await screen.findByRole('dialog', { name: 'Reject report.pdf' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await again).toBeNull()
})

it.each([
  ['Score of 640, see page 2.', null],
  ['30 days are over.', null],
  ['90 days are over.', null],
  ['2Call us.', defaultReasons.file[1]],
  ['#2 is missing', null],
])('%s is written without losing a letter', async (typed, chosen) => {
  const { user, answered } = await ask()
  await user.keyboard(typed.replace('#', '{Shift>}#{/Shift}'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  const words = chosen ? typed.replace(/^\d/, '') : typed
  expect((await answered)?.words).toBe([chosen, words].filter(Boolean).join('\n'))
})

it('a number key chooses by its place as well, and Ctrl+Enter sends from anywhere', async () => {
  const { answered } = await ask()
  const [radio] = screen.getAllByRole('radio')
  if (!radio) throw new Error('There are no reasons.')
  fireEvent.keyDown(radio, { key: 'é', code: 'Digit2' })
  expect(screen.getByRole('radio', { name: defaultReasons.file[1] })).toBeChecked()
  fireEvent.keyDown(radio, { key: '1', code: 'Digit1', ctrlKey: true })
  fireEvent.keyDown(rejects(), { key: 'Enter', metaKey: true })
  expect((await answered)?.words).toBe(defaultReasons.file[1])
})

const edited = ['Too dark.', 'Cut off.']

it('the reasons are edited as lines, and then chosen from', async () => {
  const { user, answered } = await ask()
  await user.keyboard('So dark.')
  await user.click(screen.getByRole('button', { name: 'Edit Reasons' }))
  expect(screen.getByLabelText('Reasons')).toHaveValue(defaultReasons.file.join('\n'))
  api.routes[`PATCH ${path}/file`] = ({ body }) => {
    expect(body).toEqual({ reasons: edited })
    return { body: { ...defaultReasons, file: edited } }
  }
  fill('Reasons', 'Too dark.\n\n Cut off. ')
  await user.click(screen.getByRole('button', { name: 'Save Reasons' }))
  await screen.findByRole('radio', { name: 'Cut off.' })
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  await waitFor(() => expect(shownToast()).toEqual(['Reasons saved']))
  expect(box()).toHaveValue('So dark.')
  await user.keyboard('2{Enter}')
  expect((await answered)?.words).toBe('Cut off.\nSo dark.')
})

it('questions have a list of their own, and none that asks nothing', async () => {
  const { user } = renderPage(null)
  const answered = askForReason({ kind: 'question', name: 'Ada Park', of: 7 })
  await screen.findByRole('radio', { name: defaultReasons.question[0] })
  expect(screen.getByRole('dialog', { name: 'Ask Ada Park' })).toBeVisible()
  expect(screen.queryByRole('radio', { name: 'No reason' })).toBeNull()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Ask' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Edit Questions' }))
  api.routes[`PATCH ${path}/question`] = { body: { ...defaultReasons, question: ['Why?'] } }
  fill('Questions', 'Why?')
  await user.click(screen.getByRole('button', { name: 'Save Questions' }))
  await screen.findByRole('radio', { name: 'Why?' })
  await user.keyboard('1{Enter}')
  expect((await answered)?.words).toBe('Why?')
})

it('the reasons can be as they were again', async () => {
  api.routes[`GET ${path}`] = { body: { ...defaultReasons, file: edited } }
  api.routes[`DELETE ${path}/file`] = { body: defaultReasons }
  const { user } = await ask(edited[0])
  await user.click(screen.getByRole('button', { name: 'Edit Reasons' }))
  // More than nine, which could not be saved.
  fill('Reasons', Array.from({ length: 10 }, (_, index) => `Reason ${index}.`).join('\n'))
  await user.click(screen.getByRole('button', { name: 'Restore Original Reasons' }))
  expect(await screen.findByRole('radio', { name: defaultReasons.file[0] })).toBeVisible()
})

it('what was typed is kept until the decision is taken, for the one it is about', async () => {
  const { user, answered } = await ask()
  await user.keyboard('Cut off.{Enter}')
  const answer = await answered
  void askForReason({ kind: 'file', name: 'report.pdf', of: 5 })
  await waitFor(() => expect(box()).toHaveValue(''))
  void askForReason({ kind: 'file', name: 'report.pdf', of: 4 })
  await waitFor(() => expect(box()).toHaveValue('Cut off.'))
  void askForReason({ kind: 'file', name: 'report.pdf', of: 5 })
  answer?.forget()
  await waitFor(() => expect(box()).toHaveValue(''))
  await waitFor(() => expect(Object.values(sessionStorage).join()).not.toContain('Cut off.'))
})
