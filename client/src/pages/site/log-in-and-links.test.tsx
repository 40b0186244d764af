import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { secondFactorRequired } from '@shared/error-codes'
import { forgotPassword } from '@/features/accounts/forgot-password'
import { LoginForm } from '@/features/accounts/login-form'
import {
  fakeRefusal,
  holdFetch,
  installFakeApi,
  shownToast,
  type FakeAnswer,
} from '@tests/support/client/fake-api'
import { formRefusal } from '@tests/support/client/hear'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { EmailLinkPage } from './email-link-page'
import { EmailChoicesPage } from './email-choices-page'
import { LoginPage } from './login-page'
import { ResetPasswordPage } from './reset-password-page'

const api = installFakeApi()

const refusal = (status: number, message: string, code = 'refused') => ({
  status,
  body: { message, code },
})
const nobody = { 'GET /api/user': refusal(401, 'Please log in.', 'unauthorized') }
const mail = (configured: boolean) => ({ 'GET /api/mail-status': { body: { configured } } })
const button = (name: string) => screen.getByRole('button', { name })
const posted = () => api.requests.findLast(({ method }) => method === 'POST')?.body
const isDead = 'This link has expired or was already used.'

describe('the login page', () => {
  it('shows a spinner until it is known who is logged in, then the form', async () => {
    api.routes = { ...nobody, ...mail(false) }
    const answer = holdFetch('/api/user')
    renderPage(<LoginPage />, '/login')
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/onboarding')
    answer()
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(screen.queryByText('Loading')).toBeNull()
    expect(window.location.pathname).toBe('/login')
  })

  it('leads anyone who is logged in to the dashboard, without a form', async () => {
    api.routes = { 'GET /api/user': { body: fakePartner() }, ...mail(false) }
    renderPage(<LoginPage />, '/login')
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
    expect(screen.queryByLabelText('Email')).toBeNull()
  })

  it.each([
    ['/account#notifications', '/account#notifications'],
    ['/dashboard?tab=a%20b#payment-settings', '/dashboard?tab=a%20b#payment-settings'],
    ['//elsewhere.example/x', '/dashboard'],
    ['/\\elsewhere.example', '/dashboard'],
    ['https://elsewhere.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    [7, '/dashboard'],
  ])('leads to the page that was asked for, of ours alone: %s', async (next, shown) => {
    api.routes = { 'GET /api/user': { body: fakePartner() }, ...mail(false) }
    renderPage(<LoginPage />, '/login')
    window.history.replaceState({ next }, '', '/login')
    await waitFor(() => expect(window.location.pathname).not.toBe('/login'))
    const { pathname, search, hash, origin } = window.location
    expect(pathname + search + hash).toBe(shown)
    expect(origin).toBe('http://localhost:3000')
  })

  it('logs in, says so, and shows the dashboard', async () => {
    api.routes = { ...nobody, ...mail(false), 'POST /api/login': { body: fakePartner() } }
    const { user } = renderPage(<LoginPage />, '/login')
    await screen.findByLabelText('Email')
    fill('Email', 'rosa@partner.example')
    fill('Password', 'the right one')
    await user.click(button('Log In'))
    const welcome = ['Login successful!', 'Welcome back to Credit Partner Portal.']
    await waitFor(() => expect(shownToast()).toEqual(welcome))
    expect(window.location.pathname).toBe('/dashboard')
  })

  it('asks for the code alone, without what belongs to the password', async () => {
    const refused = refusal(401, 'Enter the code.', secondFactorRequired)
    api.routes = { ...nobody, ...mail(false), 'POST /api/login': refused }
    const { user } = renderPage(<LoginPage />, '/login')
    await screen.findByLabelText('Email')
    fill('Email', 'boss@portal.example')
    fill('Password', 'the right one')
    await user.click(button('Log In'))
    expect(await screen.findByRole('heading', { name: 'Two-Step Login' })).toBeVisible()
    for (const text of ['Forgot Password?', 'Sign up'])
      expect(screen.getByText(text)).not.toBeVisible()
    await user.click(button('Back'))
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    expect(screen.getByText('Forgot Password?')).toBeVisible()
  })

  it.each([
    [true, '/reset-password'],
    [false, '/onboarding'],
  ])('leads a forgotten password on once mail is known to work: %s', async (configured, href) => {
    api.routes = { ...nobody, ...mail(configured) }
    const answer = holdFetch('/api/mail-status')
    const { user } = renderPage(<LoginPage />, '/login')
    await screen.findByLabelText('Email')
    fill('Email', 'ada@partner.example')
    expect(screen.queryByText('Forgot Password?')).toBeNull()
    answer()
    const link = await screen.findByRole('link', { name: 'Forgot Password?' })
    expect(link).toHaveAttribute('href', href)
    await user.click(link)
    expect(window.location.pathname).toBe(href)
    const given = configured ? { email: 'ada@partner.example' } : forgotPassword
    expect(window.history.state).toEqual(given)
  })
})

async function askForLink() {
  const { user } = renderPage(<ResetPasswordPage />, '/reset-password')
  await screen.findByLabelText('Email')
  fill('Email', 'ada@partner.example')
  await user.click(button('Send Reset Link'))
  return user
}

describe('asking for a link to reset the password', () => {
  const call = 'POST /api/password-reset'

  it('says the same for every address', async () => {
    api.routes = { ...mail(true), [call]: { body: { message: 'Sent.' } } }
    const user = await askForLink()
    expect(await screen.findByText('Check your inbox')).toBeVisible()
    expect(posted()).toEqual({ email: 'ada@partner.example' })
    await user.click(button('Use Another Email'))
    expect(screen.getByLabelText('Email')).toHaveValue('ada@partner.example')
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
  })

  it('begins with the email that was typed to log in', async () => {
    api.routes = mail(true)
    renderPage(<ResetPasswordPage />, '/reset-password')
    window.history.replaceState({ email: 'ada@partner.example' }, '', '/reset-password')
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@partner.example')
  })

  it('says where to turn while no mail can be sent', async () => {
    api.routes = mail(false)
    renderPage(<ResetPasswordPage />, '/reset-password')
    expect(await screen.findByText('Passwords can’t be reset online right now')).toBeVisible()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})

describe('the mailed link to reset the password', () => {
  const call = 'POST /api/password-reset/confirm'
  const check = 'POST /api/password-reset/check'
  const alive = { [check]: { body: { message: 'This link works.' } } }
  const token = 'a1_-'.repeat(11).slice(0, 43)
  const password = 'another long phrase'
  const open = () => renderPage(<ResetPasswordPage />, `/reset-password#token=${token}`)

  it('spends nothing until the new password is sent, then leads to the login', async () => {
    api.routes = { ...mail(true), ...alive, [call]: { body: { message: 'Changed.' } } }
    const { user } = open()
    await screen.findByLabelText('New password')
    fill('New password', password)
    fill('Confirm password', 'something else')
    await user.click(button('Change Password'))
    expect(await screen.findByText("Passwords don't match")).toBeVisible()
    expect(api.calls).toEqual([check])
    fill('Confirm password', password)
    await user.click(button('Change Password'))
    expect(await screen.findAllByText('Password changed')).not.toHaveLength(0)
    expect(posted()).toEqual({ token, password })
    expect(window.location.pathname + window.location.hash).toBe('/login')
  })

  it('asks for a new one at once when it is dead', async () => {
    api.routes = { ...mail(true), [check]: refusal(400, isDead) }
    open()
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(
      screen.getByText(/^This link has expired or was already used\. Enter your email/),
    ).toBeVisible()
    expect(screen.queryByLabelText('New password')).toBeNull()
  })

  it('says when it died meanwhile, and lets ask for another', async () => {
    const message = `${isDead} Please ask for a new one.`
    // A link that can’t be checked may still work.
    api.routes = { ...mail(true), [check]: refusal(503, 'Away'), [call]: refusal(400, message) }
    const { user } = open()
    await screen.findByLabelText('New password')
    fill('New password', password)
    fill('Confirm password', password)
    await user.click(button('Change Password'))
    expect(await screen.findByText(message)).toBeVisible()
    fireEvent.click(screen.getByRole('link', { name: 'Ask for a new link' }))
    expect(await screen.findByLabelText('Email')).toBeVisible()
  })
})

describe('a mailed link about an email', () => {
  it.each([
    {
      page: '/confirm-email',
      path: '/email-change/confirm',
      name: 'Confirm This Email',
      next: { name: 'log in with your current email', href: '/login' },
    },
    {
      page: '/stop-email-change',
      path: '/email-change/stop',
      name: 'Keep My Email',
      next: { name: 'contact support', href: '/support' },
    },
    {
      page: '/verify-email',
      path: '/email-confirmation/confirm',
      name: 'Confirm My Email',
      next: { name: 'log in', href: '/login' },
    },
  ])('that is refused says what to do next: $name', async ({ page, path, name, next }) => {
    api.routes = { ...nobody, [`POST /api${path}`]: refusal(400, isDead) }
    const { user } = renderPage(<EmailLinkPage />, `${page}#token=${'t'.repeat(43)}`)
    await user.click(button(name))
    expect(await screen.findByText(isDead)).toBeVisible()
    expect(screen.getByRole('link', { name: next.name })).toHaveAttribute('href', next.href)
  })
})

describe('the link in an email that can be turned off', () => {
  const token = `v1.01234567.${'t'.repeat(56)}`
  const decline = 'POST /api/mail-choices/decline'

  it('does nothing by being opened; the button turns off what is chosen', async () => {
    api.routes = { ...nobody, [decline]: { body: { message: 'Done.' } } }
    const { user } = renderPage(<EmailChoicesPage />, `/email-choices#token=${token}&kind=payout`)
    expect(screen.getByLabelText('When a payout is sent')).toBeChecked()
    await user.click(screen.getByLabelText('When one of your referrals is approved'))
    expect(api.calls.filter((call) => call !== 'GET /api/user')).toEqual([])
    await user.click(button('Turn Off'))
    expect(await screen.findByText('You won’t get these emails anymore')).toBeVisible()
    expect(posted()).toEqual({ token, kinds: ['payout', 'referral-approved'] })
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/account#notifications',
    )
  })

  it('keeps what was chosen when it is refused, and says what to do', async () => {
    const dead = 'This link doesn’t work anymore. Log in to turn emails off.'
    api.routes = { ...nobody, [decline]: refusal(400, dead) }
    const { user } = renderPage(<EmailChoicesPage />, `/email-choices#token=${token}&kind=email`)
    await user.click(button('Turn Off'))
    expect(await screen.findByText(dead)).toBeVisible()
    expect(screen.getByLabelText(/^Other emails from our team/)).toBeChecked()
  })

  it.each(['', '#token=', `#token=${'t'.repeat(43)}`])('is incomplete as %j', (hash) => {
    api.routes = nobody
    renderPage(<EmailChoicesPage />, `/email-choices${hash}`)
    expect(screen.getByText('This link is incomplete')).toBeVisible()
  })
})

const message = 'Enter the code from your authenticator app.'
const codeNeeded = { status: 401, body: { message, code: 'second_factor_required' } }
const field = () => screen.getByLabelText('Authentication code')
const logIn = () => userEvent.click(screen.getByRole('button', { name: 'Log In' }))

/** The form with email and password sent; each sent code is noted. */
async function sendPassword(answer: (code: unknown) => FakeAnswer) {
  const codes: unknown[] = []
  api.routes['POST /api/login'] = ({ body }) => {
    expect(body).toMatchObject({ email: 'boss@portal.example', password: 'the password' })
    const code: unknown = Object(body).code
    codes.push(code)
    return answer(code)
  }
  const onSuccess = vi.fn()
  renderPage(<LoginForm onSuccess={onSuccess} />, '/login')
  fill('Email', 'boss@portal.example')
  fill('Password', 'the password')
  await logIn()
  return { codes, onSuccess }
}

it('asks for what is missing, and sends nothing', async () => {
  renderPage(<LoginForm onSuccess={() => undefined} />, '/login')
  await logIn()
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible()
  expect(screen.getByText('Password is required.')).toBeVisible()
  expect(api.calls).toEqual([])
})

it('asks for a code, in one field made for it, only when the account does', async () => {
  const user = { id: 1, firstName: 'Portal', isAdmin: 1 }
  const { codes, onSuccess } = await sendPassword((code) => (code ? { body: user } : codeNeeded))
  await screen.findByText(/^Enter the code from your authenticator app/)
  expect(field()).toHaveAttribute('autocomplete', 'one-time-code')
  // A recovery code is letters, too.
  expect(field()).toHaveAttribute('inputmode', 'text')
  expect(field()).toHaveAttribute('autocapitalize', 'none')
  expect(field()).toHaveAttribute('autocorrect', 'off')
  await waitFor(() => expect(field()).toHaveFocus())
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(shownToast()).toEqual([])
  expect(document.title).toMatch(/^Authentication Code · /)
  await logIn()
  await waitFor(() => expect(field()).toHaveAccessibleDescription(expect.stringContaining(message)))
  expect(field()).toBeInvalid()
  fill('Authentication code', '123 456')
  await logIn()
  await waitFor(() => expect(onSuccess).toHaveBeenCalledWith(user))
  expect(codes).toEqual([undefined, undefined, '123 456'])
})

it('says at the field that a code was wrong, and asks again', async () => {
  const { codes } = await sendPassword(() => codeNeeded)
  await screen.findByText(/^Enter the code/)
  fill('Authentication code', '000000')
  await logIn()
  await screen.findByText(/^That code isn’t right, or it was already used\./)
  expect(formRefusal()).toHaveTextContent(/^We couldn’t log you in$/)
  expect(field()).toBeInvalid()
  expect(shownToast()).toEqual(['Login failed', message])
  expect(codes).toEqual([undefined, '000000'])
})

it('goes back to the password when that is refused in the meantime', async () => {
  const wrong = 'Invalid email or password. Please try again.'
  await sendPassword((code) => (code ? refusal(401, wrong, 'unauthorized') : codeNeeded))
  await screen.findByText(/^Enter the code/)
  fill('Authentication code', '123456')
  await logIn()
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  expect(screen.queryByLabelText('Authentication code')).toBeNull()
  expect(shownToast()).toEqual(['Login failed', wrong])
})

it.each([
  { failure: 'a lost connection', status: 0, words: /^The connection was lost\./ },
  { failure: 'too many attempts', status: 429, words: /^Too many attempts\./ },
])('keeps the typed code through $failure', async ({ status, words }) => {
  const user = { id: 1, firstName: 'Portal', isAdmin: 1 }
  let failures = 0
  const { codes, onSuccess } = await sendPassword((code) => {
    if (!code) return codeNeeded
    if (failures++) return { body: user }
    if (!status) throw new TypeError('Failed to fetch')
    return fakeRefusal(status, 'Too many attempts. Please wait a moment and try again.')
  })
  await screen.findByText(/^Enter the code/)
  fill('Authentication code', 'aaaa-bbbb')
  await logIn()
  await waitFor(() => expect(shownToast()).toEqual(['Login failed', expect.stringMatching(words)]))
  await waitFor(() => expect(field()).toHaveFocus())
  expect(field()).toHaveValue('aaaa-bbbb')
  await logIn()
  await waitFor(() => expect(onSuccess).toHaveBeenCalledWith(user))
  expect(codes).toEqual([undefined, 'aaaa-bbbb', 'aaaa-bbbb'])
})

it('leads back from the code to email and password', async () => {
  const { codes } = await sendPassword(() => codeNeeded)
  await screen.findByText(/^Enter the code/)
  fill('Authentication code', '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  expect(screen.getByLabelText('Email')).toHaveValue('boss@portal.example')
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await logIn()
  await screen.findByText(/^Enter the code/)
  expect(field()).toHaveValue('')
  expect(codes).toEqual([undefined, undefined])
})

it('says in the toast what the server says, and beside the button what to do', async () => {
  const wrong = 'Invalid email or password. Please try again.'
  await sendPassword(() => refusal(401, wrong, 'unauthorized'))
  await waitFor(() => expect(shownToast()).toEqual(['Login failed', wrong]))
  const alert = formRefusal()
  expect(alert).toHaveTextContent(
    /^Check your email and passwordThat email and password don’t match our records\. Passwords are case-sensitive\.$/,
  )
})

it('says why beside the button where the password is not the reason', async () => {
  const why = 'Too many attempts. Please wait a moment and try again.'
  await sendPassword(() => fakeRefusal(429, why))
  await waitFor(() => expect(shownToast()).toEqual(['Login failed', why]))
  expect(formRefusal()).toHaveTextContent(`We couldn’t log you in${why}`)
})

it('has words of its own for a failure without any', async () => {
  await sendPassword(() => fakeRefusal(502, ''))
  const own = 'Invalid email or password. Please try again.'
  await waitFor(() => expect(shownToast()).toEqual(['Login failed', own]))
})
