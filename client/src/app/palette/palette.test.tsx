import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import { usePageAction } from '@/lib/page-actions'
import { fakePage, fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { DecisionKeys } from '../decision-keys'
import { Palette } from './palette'

const api = installFakeApi()
const [zoe, ann] = [
  fakeListedUser(),
  fakeListedUser({ id: 5, firstName: 'Ann', lastName: 'Lee', email: 'ann@partner.example' }),
]
const approved = `PATCH /api/admin/users/${zoe.id}/status`

beforeEach(() => {
  api.routes['GET /api/admin/users'] = ({ url }) =>
    fakePage(url.searchParams.get('status') ? [ann, zoe] : [zoe, ann])
  api.routes[approved] = { body: { ...zoe, status: 'approved', decisionId: 31 } }
})

const onClose = vi.fn()

async function find(text: string, address = '/admin') {
  const palette = (
    <>
      <Palette onClose={onClose} />
      <DecisionKeys />
    </>
  )
  const { user } = renderPage(palette, address)
  await user.type(screen.getByRole('combobox'), text)
  return user
}
const option = (name: string | RegExp) => screen.findByRole('option', { name })
/** The actions that name someone. */
const actionsFor = (name: string) =>
  screen.getAllByRole('option').filter(({ textContent }) => textContent.endsWith(name))

it('approves someone against whom nothing speaks', async () => {
  const user = await find('zo')
  await user.click(await option('Approve Zoë Núñez'))
  const said = ['Status updated successfully', 'Approved Zoë Núñez']
  await waitFor(() => expect(shownToast()).toEqual(said))
  expect(onClose).toHaveBeenCalled()
})

it('approves no one without having asked about what speaks against it', async () => {
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  const concerns = [{ kind: 'name-differs', about: 'Ann Lee', count: 1 }]
  api.routes[`GET /api/admin/decision-basis/user/${zoe.id}`] = { body: { settles: null, concerns } }
  const user = await find('approve zoë')
  await option('Approve Zoë Núñez')
  await user.keyboard('{Enter}')
  const question = 'Zoë Núñez\n\nName differs. Approve anyway?'
  await waitFor(() => expect(confirm).toHaveBeenCalledWith(question))
  expect(api.count(approved)).toBe(0)
})

it('approves no one when what they sent is not known', async () => {
  const refusal = fakeRefusal(503, 'The portal is busy.')
  api.routes[`GET /api/admin/decision-basis/user/${zoe.id}`] = refusal
  const user = await find('zo')
  await user.click(await option('Approve Zoë Núñez'))
  const said = ['Failed to update user status', 'The portal is busy.']
  await waitFor(() => expect(shownToast()).toEqual(said))
  expect(api.count(approved)).toBe(0)
})

it('asks someone, and no one twice', async () => {
  api.routes['GET /api/admin/rejection-reasons'] = { body: defaultReasons }
  api.routes[`POST /api/admin/users/${zoe.id}/questions`] = {
    body: { ...zoe, askedAt: zoe.createdAt, questionId: 42 },
  }
  api.routes['GET /api/admin/users'] = fakePage([zoe, { ...ann, askedAt: ann.createdAt }])
  const user = await find('ask xx')
  await user.click(await option('Ask Zoë Núñez'))
  expect(screen.queryByRole('option', { name: 'Ask Ann Lee' })).toBeNull()
  await screen.findByRole('radio', { name: defaultReasons.question[0] })
  await user.keyboard('1{Enter}')
  const said = ['Question sent', `Asked Zoë Núñez: ${defaultReasons.question[0]}`]
  await waitFor(() => expect(shownToast()).toEqual(said))
})

it('leaves anyone who is on the desk to the desk, which knows what was seen', async () => {
  const [approveSeen, askOpened] = [vi.fn(), vi.fn()]
  function Desk() {
    usePageAction('Approve', approveSeen, `user:${zoe.id}`)
    usePageAction('Ask', askOpened, `user:${zoe.id}`)
    return <Palette onClose={onClose} />
  }
  const { user } = renderPage(<Desk />, '/admin/users')
  await user.type(screen.getByRole('combobox'), 'zo')
  await user.click(await option('Approve Zoë Núñez'))
  expect(approveSeen).toHaveBeenCalledTimes(1)
  await user.click(await option('Ask Zoë Núñez'))
  expect(askOpened).toHaveBeenCalledTimes(1)
  expect(api.calls.filter((call) => call.includes('decision-basis'))).toEqual([])
})

it('offers what can be done with the first hit, and with the one that the arrow keys reach', async () => {
  const user = await find('xx')
  await option(/^Zoë Núñez/)
  expect(actionsFor('Zoë Núñez')).toHaveLength(4)
  expect(actionsFor('Ann Lee')).toEqual([])
  await user.keyboard('{ArrowDown}'.repeat(5))
  expect(actionsFor('Ann Lee')).toHaveLength(4)
  expect(actionsFor('Zoë Núñez')).toEqual([])
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  expect(window.location.href).toMatch(/\/admin\/email\?to=ann%40partner\.example$/)
})

it('copies an email', async () => {
  const user = await find('copy email ann')
  await user.click(await option('Copy Email of Ann Lee'))
  await waitFor(() => expect(shownToast()).toEqual(['Email copied', ann.email]))
  expect(await navigator.clipboard.readText()).toBe(ann.email)
})

it('goes on to the person who has waited longest, but not to the person on the screen', async () => {
  const user = await find('review', `/admin/users?open=${ann.id}`)
  await user.click(await option('Review Next'))
  await waitFor(() =>
    expect(window.location.search).toBe(`?status=pending&sort=oldest&open=${zoe.id}`),
  )
})

it('says that no one is waiting', async () => {
  api.routes['GET /api/admin/users'] = fakePage([])
  const user = await find('review')
  await user.click(await option('Review Next'))
  await waitFor(() => expect(shownToast()).toEqual(['No one is waiting']))
})
