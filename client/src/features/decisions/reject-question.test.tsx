import { screen, waitFor } from '@testing-library/react'
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
  const answered = askForReason({ kind: 'file', name: 'report.pdf' })
  await screen.findByRole('radio', { name: first })
  return { user, answered }
}

it('a number chooses a reason, words go after it, and Enter rejects', async () => {
  const { user, answered } = await ask()
  expect(screen.getByRole('radio', { name: 'No reason' })).toHaveFocus()
  await user.keyboard('3')
  expect(screen.getByRole('radio', { name: defaultReasons.file[2] })).toBeChecked()
  await user.tab()
  await user.keyboard('Page 2 is blank.{Shift>}{Enter}{/Shift}So is page 3.{Enter}')
  expect(await answered).toBe(`${defaultReasons.file[2]}\nPage 2 is blank.\nSo is page 3.`)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a reason may be left out, and Cancel does not reject', async () => {
  const { user, answered } = await ask()
  await user.click(screen.getByRole('button', { name: 'Reject' }))
  expect(await answered).toBe('')
  const again = askForReason({ kind: 'file', name: 'report.pdf' })
  await screen.findByRole('dialog', { name: 'Reject report.pdf' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await again).toBeNull()
})

const edited = ['Too dark.', 'Cut off.']

it('the reasons are edited as lines, and then chosen from', async () => {
  const { user, answered } = await ask()
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
  await user.keyboard('2{Enter}')
  expect(await answered).toBe('Cut off.')
})

it('the reasons can be as they were again', async () => {
  api.routes[`GET ${path}`] = { body: { ...defaultReasons, file: edited } }
  api.routes[`DELETE ${path}/file`] = { body: defaultReasons }
  const { user } = await ask(edited[0])
  await user.click(screen.getByRole('button', { name: 'Edit Reasons' }))
  await user.click(screen.getByRole('button', { name: 'Restore Original Reasons' }))
  expect(await screen.findByRole('radio', { name: defaultReasons.file[0] })).toBeVisible()
})
