import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { holdFetch, installFakeApi, renderAt } from '@tests/support/client/fake-api'
import { SecondFactor } from './second-factor'

const api = installFakeApi()

const path = '/api/admin/second-factor'
const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const recoveryCodes = ['aaaa-bbbb', 'cccc-dddd']

beforeEach(() => {
  let isOn = false
  api.routes[`GET ${path}`] = () => ({ body: { isOn, recoveryCodesLeft: isOn ? 1 : 0 } })
  api.routes[`POST ${path}`] = () => ({
    status: 201,
    body: { secret, address: `otpauth://totp/Portal:x?secret=${secret}` },
  })
  api.routes[`POST ${path}/confirm`] = () => {
    isOn = true
    return { body: { recoveryCodes } }
  }
  api.routes[`POST ${path}/remove`] = () => {
    isOn = false
    return { body: { message: 'Two-step login is off.' } }
  }
  renderAt(
    '/account',
    <section aria-label="Two-step login">
      <SecondFactor email="boss@portal.example" />
    </section>,
  )
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function pressWithPassword(name: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Your password'), 'the present one')
  await press(name)
}

async function setUp(): Promise<HTMLElement> {
  await pressWithPassword('Set up two-step login')
  return screen.findByLabelText('Authentication code')
}

const section = () => screen.getByRole('region', { name: 'Two-step login' })

const expectFocusInside = () =>
  waitFor(() => expect(section().contains(document.activeElement)).toBe(true))

it('takes the code of the app with a number pad: no recovery code fits there', async () => {
  expect(await setUp()).toHaveAttribute('inputmode', 'numeric')
})

it('shows the recovery codes at once, whatever else is still to be loaded', async () => {
  const answer = api.routes[`POST ${path}/confirm`]
  const releases: (() => void)[] = []
  api.routes[`POST ${path}/confirm`] = (call) => {
    releases.push(holdFetch())
    return answer?.(call) ?? {}
  }
  await userEvent.type(await setUp(), '123456')
  await press('Turn On')
  for (const code of recoveryCodes) await screen.findByText(code)
  await press('Copy codes')
  await screen.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('aaaa-bbbb\ncccc-dddd')
  const download = screen.getByRole('link', { name: 'Download' })
  expect(download).toHaveAttribute('download', 'recovery-codes.txt')
  expect(decodeURIComponent(download.getAttribute('href') ?? '')).toContain(
    recoveryCodes.join('\n'),
  )
  await press('I’ve saved them')
  screen.getByText(/^2 recovery codes are left/)
  for (const release of releases) release()
  await screen.findByText(/^1 recovery code is left/)
})

it('keeps the focus from step to step', async () => {
  const code = await setUp()
  await expectFocusInside()
  await press('Cancel')
  await waitFor(() => expect(code).not.toBeInTheDocument())
  await expectFocusInside()

  await userEvent.type(await setUp(), '123456')
  await press('Turn On')
  expect(await screen.findByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
  await press('I’ve saved them')
  await screen.findByText(/recovery codes? (is|are) left/)
  await expectFocusInside()

  await press('Turn off two-step login')
  await expectFocusInside()
  await userEvent.type(screen.getByLabelText('Authentication code'), '123456')
  await pressWithPassword('Turn off')
  await within(section()).findByText('Two-step login is off')
  await expectFocusInside()
})

it('shows new recovery codes, once password and code are right', async () => {
  let sent: unknown
  const renewed = ['eeee-ffff', 'gggg-hhhh']
  api.routes[`POST ${path}/recovery-codes`] = ({ body }) => {
    sent = body
    return { body: { recoveryCodes: renewed } }
  }
  await userEvent.type(await setUp(), '123456')
  await press('Turn On')
  await userEvent.click(await screen.findByRole('button', { name: 'I’ve saved them' }))
  await press('Get new recovery codes')
  await userEvent.type(screen.getByLabelText('Authentication code'), '654321')
  await pressWithPassword('Get new codes')
  for (const code of renewed) await screen.findByText(code)
  expect(sent).toEqual({ currentPassword: 'the present one', code: '654321' })
  screen.getByText('You have new recovery codes')
  expect(screen.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
})
