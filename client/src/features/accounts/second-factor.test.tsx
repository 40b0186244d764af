import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeRefusal, holdFetch, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { SecondFactor } from './second-factor'

const api = installFakeApi()

const path = '/api/second-factor'
const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const recoveryCodes = ['aaaa-bbbb', 'cccc-dddd']

let isOn: boolean

beforeEach(() => {
  isOn = false
  api.routes[`GET ${path}`] = () => ({ body: { isOn, recoveryCodesLeft: isOn ? 1 : 0 } })
  api.routes[`POST ${path}`] = () => ({
    status: 201,
    body: { secret, address: `otpauth://totp/Portal:x?secret=${secret}` },
  })
  api.routes[`POST ${path}/confirm`] = ({ body }) => {
    expect(body).toEqual({ code: '123 456' })
    return turnOn()
  }
  api.routes[`POST ${path}/remove`] = ({ body }) => {
    expect(body).toEqual({})
    isOn = false
    return { body: { message: 'Two-step login is off.' } }
  }
  renderPage(
    <section aria-label="Two-step login">
      <SecondFactor email="boss@portal.example" />
    </section>,
    '/account',
  )
})

function turnOn() {
  isOn = true
  return { body: { recoveryCodes } }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const pressSetUp = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Set Up Two-Step Login' }))

async function setUp(): Promise<HTMLElement> {
  await pressSetUp()
  return screen.findByLabelText('Authentication code')
}

async function turnOnWithCode(): Promise<void> {
  await setUp()
  fill('Authentication code', '123 456')
  await press('Turn On')
}

const section = () => screen.getByRole('region', { name: 'Two-step login' })

const expectFocusInside = () =>
  waitFor(() => expect(section().contains(document.activeElement)).toBe(true))

it('shows the secret, and takes the code of the app with a number pad: no recovery code fits there', async () => {
  expect(await setUp()).toHaveAttribute('inputmode', 'numeric')
  await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')
})

it('shows the recovery codes right away, whatever else is still to be loaded', async () => {
  const releases: (() => void)[] = []
  api.routes[`POST ${path}/confirm`] = () => {
    releases.push(holdFetch())
    return turnOn()
  }
  await turnOnWithCode()
  for (const code of recoveryCodes) await screen.findByText(code)
  await press('Copy Codes')
  await screen.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('aaaa-bbbb\ncccc-dddd')
  const download = screen.getByRole('link', { name: 'Download' })
  expect(download).toHaveAttribute('download', 'recovery-codes.txt')
  expect(decodeURIComponent(download.getAttribute('href') ?? '')).toContain(
    recoveryCodes.join('\n'),
  )
  await press('I’ve Saved Them')
  screen.getByText(/^2 recovery codes are left/)
  for (const release of releases) release()
  await screen.findByText(/^1 recovery code is left/)
  expect(screen.queryByText('aaaa-bbbb')).toBeNull()
})

it('keeps the focus from step to step, and asks before it is turned off', async () => {
  const code = await setUp()
  await expectFocusInside()
  await press('Cancel')
  await waitFor(() => expect(code).not.toBeInTheDocument())
  await expectFocusInside()

  await turnOnWithCode()
  expect(await screen.findByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
  await press('I’ve Saved Them')
  await screen.findByText(/recovery codes? (is|are) left/)
  await expectFocusInside()

  await press('Turn Off Two-Step Login')
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  screen.getByText(/^From then on, your password alone will be enough to log in\./)
  expect(api.count(`POST ${path}/remove`)).toBe(0)
  await press('Turn Off')
  await waitFor(() => expect(shownToast()).toEqual(['Two-step login is off']))
  await within(section()).findByText('Two-step login is off')
  await expectFocusInside()
})

it('shows new recovery codes, once it was said that the old ones will be worth nothing', async () => {
  const renewed = ['eeee-ffff', 'gggg-hhhh']
  api.routes[`POST ${path}/recovery-codes`] = { body: { recoveryCodes: renewed } }
  await turnOnWithCode()
  await userEvent.click(await screen.findByRole('button', { name: 'I’ve Saved Them' }))
  await press('Get New Recovery Codes')
  screen.getByText(/^Your old recovery codes will stop working\./)
  await press('Get New Codes')
  for (const code of renewed) await screen.findByText(code)
  screen.getByText('You have new recovery codes')
  expect(screen.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
})

it('prints the recovery codes, with the portal and the account that they are for', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await turnOnWithCode()
  const code = await screen.findByText(recoveryCodes[0] ?? '')
  await press('Print')
  expect(print).toHaveBeenCalledOnce()
  expect(code.closest('[data-printed]')).toHaveTextContent(
    /Credit Partner Portal: recovery codes for boss@portal\.example.*cccc-dddd/,
  )
})

async function expectOn() {
  await screen.findByText(/^1 recovery code is left/)
  expect(shownToast()).toEqual([
    'Two-step login is on',
    'You turned it on in another tab or window.',
  ])
  await expectFocusInside()
}

describe('turned on in another tab in the meantime', () => {
  const isOnAlready = fakeRefusal(409, 'Two-step login is already on.')

  it('is shown in place of a refusal to begin', async () => {
    api.routes[`POST ${path}`] = () => {
      isOn = true
      return isOnAlready
    }
    await pressSetUp()
    await expectOn()
  })

  it('is shown in place of a refusal to finish', async () => {
    api.routes[`POST ${path}/confirm`] = () => {
      isOn = true
      return isOnAlready
    }
    await turnOnWithCode()
    await expectOn()
  })
})
