import { secondFactorRequired } from '@shared/error-codes'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '@tests/support/client/render-page'
import { LoginPage } from './login-page'

afterEach(() => vi.unstubAllGlobals())

const refusal = { message: 'Please log in.', code: 'unauthorized' }

/** Answers who is logged in when it is told to, and everything else at once. */
function stubSession() {
  let answer: (response: Response) => void
  const session = new Promise<Response>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', (path: string) =>
    path === '/api/user'
      ? session.then((response) => response.clone())
      : Promise.resolve(Response.json({ configured: false })),
  )
  return { answer: (response: Response) => answer(response) }
}

it('shows a spinner until it is known who is logged in, then the form', async () => {
  const session = stubSession()
  renderPage(<LoginPage />, '/login')
  expect(screen.getByRole('status')).toHaveTextContent('Loading')
  expect(screen.queryByLabelText('Email')).toBeNull()
  session.answer(Response.json(refusal, { status: 401 }))
  expect(await screen.findByLabelText('Email')).toBeVisible()
  expect(screen.queryByText('Loading')).toBeNull()
  expect(window.location.pathname).toBe('/login')
})

it('leads whoever is logged in to the dashboard, without a form', async () => {
  const session = stubSession()
  renderPage(<LoginPage />, '/login')
  session.answer(Response.json({ id: 1, firstName: 'Rosa', isAdmin: 0 }))
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
  expect(screen.queryByLabelText('Email')).toBeNull()
})

it('asks for the code alone, without what belongs to the password', async () => {
  const refused = { message: 'Enter the code.', code: secondFactorRequired }
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/user' || path === '/api/login'
      ? Response.json(path === '/api/user' ? refusal : refused, { status: 401 })
      : Response.json({ configured: false }),
  )
  const { user } = renderPage(<LoginPage />, '/login')
  await user.type(await screen.findByLabelText('Email'), 'boss@portal.example')
  await user.type(screen.getByLabelText('Password'), 'the right one')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  expect(await screen.findByRole('heading', { name: 'Two-Step Login' })).toBeVisible()
  for (const text of ['Forgot Password?', 'Sign up'])
    expect(screen.getByText(text)).not.toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(screen.getByText('Forgot Password?')).toBeVisible()
})
