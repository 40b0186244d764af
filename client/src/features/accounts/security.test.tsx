import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, beforeEach, vi } from 'vitest'
import { isCommonPassword } from '@shared/password-verdict'
import { installFakeApi, shownToast, fakeRefusal, holdFetch } from '@tests/support/client/fake-api'
import { formRefusal } from '@tests/support/client/hear'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ChangePasswordForm } from './change-password-form'
import { passwordHint } from './new-password-field'
import { SecondFactor } from './second-factor'

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Change Password' }))

const refuseAt = (field: string, message: string) => ({
  status: 400,
  body: { message, code: 'bad_request', errors: { [field]: message } },
})

describe('passwords', () => {
  const api = installFakeApi()
  const call = 'POST /api/password'
  const current = 'the present one'
  const newPassword = 'nine purple lanterns'

  interface Asked {
    isAdmin?: 0 | 1
    asksForCode?: boolean
  }

  function show({ isAdmin = 0, asksForCode = false }: Asked = {}) {
    api.routes[call] = { body: { message: 'Password changed' } }
    renderPage(
      <ChangePasswordForm user={fakePartner({ isAdmin })} asksForCode={asksForCode} />,
      '/account',
    )
  }

  const fillIn = (next = newPassword, again = next) =>
    fillAll({ 'Current password': current, 'New password': next, 'Confirm new password': again })
  const sent = () => api.requests.map(({ body }) => body)

  describe('changing the password', () => {
    it('takes the password again from a keyboard that composes its letters otherwise', async () => {
      show()
      fillIn('neuf café violets', 'neuf café violets'.normalize('NFD'))
      await submit()
      await waitFor(() => expect(sent()).toMatchObject([{ newPassword: 'neuf café violets' }]))
    })

    it('sends both passwords, and empties the form', async () => {
      show()
      expect(screen.getByLabelText('Current password')).toHaveAttribute(
        'autocomplete',
        'current-password',
      )
      expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password')
      fillIn(newPassword, 'nine purple lantern')
      await submit()
      await screen.findByText("Passwords don't match")
      expect(sent()).toEqual([])
      fill('Confirm new password', newPassword)
      await submit()
      const done = ['Password changed', 'You’re logged out on all other devices.']
      await waitFor(() => expect(shownToast()).toEqual(done))
      expect(sent()).toEqual([{ currentPassword: current, newPassword }])
      for (const label of ['Current password', 'New password', 'Confirm new password'])
        expect(screen.getByLabelText(label)).toHaveValue('')
    })

    it('asks 15 characters of the administrator, before the server does', async () => {
      show({ isAdmin: 1 })
      fillIn('purple lantern')
      await submit()
      await screen.findByText("The administrator's password must be at least 15 characters.")
      expect(sent()).toEqual([])
      fillIn('purple lanterns')
      await submit()
      await waitFor(() => expect(sent()).toHaveLength(1))
    })

    it('shows a refusal at its field', async () => {
      show()
      api.routes[call] = refuseAt('currentPassword', 'That isn’t your current password.')
      fillIn()
      await submit()
      await waitFor(() => expect(screen.getByLabelText('Current password')).toBeInvalid())
      expect(formRefusal()).toHaveTextContent(/^The password was not changed$/)
      expect(shownToast()).toEqual([])
    })

    it('sends a code along where two-step login is on', async () => {
      show({ asksForCode: true })
      // Password managers take the field before a password for the username.
      const names = [...screen.getByRole<HTMLFormElement>('form').elements].map((field) =>
        field.getAttribute('autocomplete'),
      )
      expect(names.filter(Boolean)).toEqual([
        'username',
        'current-password',
        'new-password',
        'new-password',
        'one-time-code',
      ])
      fillIn()
      fill('Authentication code', '123 456')
      await submit()
      await waitFor(() =>
        expect(sent()).toEqual([{ currentPassword: current, newPassword, code: '123 456' }]),
      )
    })

    it('asks for a code as soon as the server wants one', async () => {
      show()
      api.routes[call] = refuseAt('code', 'Enter the code from your authenticator app.')
      expect(screen.queryByLabelText('Authentication code')).toBeNull()
      fillIn()
      await submit()
      await waitFor(() => expect(screen.getByLabelText('Authentication code')).toHaveFocus())
    })
  })

  describe('the hint under a new password', () => {
    const owner = { email: 'rosa.delgado@partner.example', firstName: 'Rosa', lastName: 'Delgado' }
    const advice = '15 or more characters are safer.'
    const tooCommon = 'This password is too common. Please choose another.'

    it.each([
      ['', 'At least 8 characters.'],
      ['short', 'At least 8 characters.'],
      ['password1', tooCommon],
      ['aaaaaaaa', tooCommon],
      ['Summer2025!', tooCommon],
      ['rosa.delgado', tooCommon],
      ['Delgado1988', tooCommon],
      ['vq7#mTz2', `Strong enough. ${advice}`],
      ['seven green bicycles', 'Strong enough.'],
      ['é'.repeat(513), 'Please use at most 1,024 bytes.'],
    ])('of %j is %j', (password, hint) => {
      expect(passwordHint({ password, owner, isCommonPassword })).toBe(hint)
    })

    it.each(['password1', 'vq7#mTz2', 'seven green bicycles'])(
      'calls %s neither strong enough nor refused before the list of common ones is loaded',
      (password) => {
        expect(passwordHint({ password, owner, isCommonPassword: null })).toBe(advice)
      },
    )

    it('calls nothing strong enough where the page does not know whose password it is', () => {
      const known = { owner: null, isCommonPassword }
      expect(passwordHint({ password: 'password1', ...known })).toBe(tooCommon)
      expect(passwordHint({ password: 'rosa.delgado', ...known })).toBe(advice)
    })

    it('asks 15 characters of the administrator', () => {
      const asked = { password: 'vq7#mTz2', owner, isCommonPassword: null, minLength: 15 }
      expect(passwordHint(asked)).toBe('At least 15 characters.')
    })
  })
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const pressSetUp = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Set Up Two-Step Login' }))

const section = () => screen.getByRole('region', { name: 'Two-step login' })

async function setUp(): Promise<HTMLElement> {
  await pressSetUp()
  return screen.findByLabelText('Authentication code')
}

const expectFocusInside = () =>
  waitFor(() => expect(section().contains(document.activeElement)).toBe(true))

async function turnOnWithCode(): Promise<void> {
  await setUp()
  fill('Authentication code', '123 456')
  await press('Turn On')
}

async function expectOn() {
  await screen.findByText(/^1 recovery code is left/)
  expect(shownToast()).toEqual([
    'Two-step login is on',
    'You turned it on in another tab or window.',
  ])
  await expectFocusInside()
}

describe('two-step login', () => {
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
})
