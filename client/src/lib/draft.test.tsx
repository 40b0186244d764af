import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useWatch } from 'react-hook-form'
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { z } from '@shared/zod'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { PasswordField, TextField } from '@/ui/form-fields'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import type { Kept } from './draft'
import { submitHandler, useZodForm } from './form'
import { forgetSession, rememberSession } from './session-hint'
import { createQueryClient } from './query-client'
import { endSession } from './session'

installFakeApi()

const schema = z.object({
  words: z.string(),
  password: z.string(),
  template: z.string().optional(),
})
const began = { words: 'Before', password: '', template: undefined }

function Example({ send, of }: { send: () => Promise<void>; of: number }) {
  const form = useZodForm(schema, began, {
    name: 'example',
    never: { password: true },
    of,
  })
  return (
    <Form
      form={form}
      onSubmit={submitHandler(form, send, { failure: 'Not sent' })}
      actions={
        <>
          <SubmitButton>Send</SubmitButton>
          <CancelButton onCancel={undefined} />
          <button type="button" onClick={() => form.setValue('template', 'approved')}>
            Use Template
          </button>
        </>
      }
    >
      <TextField control={form.control} name="words" label="Words" />
      <PasswordField control={form.control} name="password" label="Password" />
      <output>{useWatch({ control: form.control, name: 'template' })}</output>
    </Form>
  )
}

const arrive = async () => undefined
const refuse = () => Promise.reject(new Error('no'))

/** As after a reload, or a page in between. */
function show(send = arrive, of = 1) {
  cleanup()
  renderPage(<Example send={send} of={of} />, '/account')
}

const words = () => screen.getByLabelText('Words')
const press = (name = 'Send') => userEvent.click(screen.getByRole('button', { name }))
const about = (of: number) => show(arrive, of)
const stored = () => Object.entries(sessionStorage).join()
const logIn = (id: number) => rememberSession({ ...fakePartner(), id })

beforeEach(() => {
  sessionStorage.clear()
  logIn(7)
  show()
  fill('Words', 'Typed')
  fill('Password', 'a secret')
})

describe('what is typed', () => {
  it('outlives a reload, but for secrets', () => {
    show()
    expect(words()).toHaveValue('Typed')
    expect(screen.getByLabelText('Password')).toHaveValue('')
    expect(stored()).not.toContain('a secret')
  })

  it('about one person is not shown for the next in the same form, and is there again with them', () => {
    cleanup()
    const { rerender } = render(<Example send={arrive} of={1} />)
    expect(words()).toHaveValue('Typed')
    rerender(<Example send={arrive} of={2} />)
    expect(words()).toHaveValue('Before')
    fill('Words', 'About the second')
    rerender(<Example send={arrive} of={1} />)
    expect(words()).toHaveValue('Typed')
    rerender(<Example send={arrive} of={2} />)
    expect(words()).toHaveValue('About the second')
  })

  it('by a visitor is apart from what its owner typed before, who keeps it', async () => {
    endSession(createQueryClient())
    show()
    fill('Words', 'A visitor’s')
    show()
    expect(words()).toHaveValue('A visitor’s')
    await press()
    await waitFor(() => expect(stored()).not.toContain('A visitor’s'))
    logIn(7)
    show()
    expect(words()).toHaveValue('Typed')
  })

  it('outlives the end of a session, and is there again once its owner is back', () => {
    const client = createQueryClient()
    endSession(client)
    show()
    expect(words()).toHaveValue('Before')
    fill('Words', 'A visitor’s')
    logIn(7)
    show()
    expect(words()).toHaveValue('Typed')
  })

  it('is never shown to another person, nor to its owner after them', () => {
    forgetSession()
    logIn(8)
    show()
    expect(words()).toHaveValue('Before')
    logIn(7)
    show()
    expect(words()).toHaveValue('Before')
  })

  it('is gone with a logout', () => {
    endSession(createQueryClient(), { isAsked: true })
    expect(sessionStorage).toHaveLength(0)
    logIn(7)
    show()
    expect(words()).toHaveValue('Before')
  })

  it('by a visitor is theirs once they have logged in', () => {
    endSession(createQueryClient(), { isAsked: true })
    show()
    fill('Words', 'A visitor’s')
    logIn(9)
    show()
    expect(words()).toHaveValue('A visitor’s')
  })

  it('is gone once it is sent, not when it is refused', async () => {
    show(refuse)
    await press()
    await screen.findByText('Not sent')
    show()
    expect(words()).toHaveValue('Typed')
    await press()
    await waitFor(() => expect(stored()).not.toContain('Typed'))
    show()
    expect(words()).toHaveValue('Before')
  })

  it('is gone once it is given up', async () => {
    await press('Cancel')
    expect(stored()).not.toContain('Typed')
    show()
    expect(words()).toHaveValue('Before')
  })

  it('outlives a reload in a field that began as nothing', async () => {
    await press('Use Template')
    show()
    expect(screen.getByRole('status')).toHaveTextContent('approved')
  })

  it('about one person is not shown for another', () => {
    about(1)
    fill('Words', 'About the first')
    about(2)
    expect(words()).toHaveValue('Before')
    about(1)
    expect(words()).toHaveValue('About the first')
  })
})

it('a form keeps no secret that only one of its shapes has, and nothing without a subject', () => {
  type Payment = { method: 'zelle'; contact: string } | { method: 'ach'; accountNumber: string }
  expectTypeOf<{ name: string; of: null }>().not.toExtend<Kept<Payment>>()
  expectTypeOf<{ name: string; of: null; never: { accountNumber: true } }>().toExtend<
    Kept<Payment>
  >()
  expectTypeOf<{ name: string }>().not.toExtend<Kept<{ words: string }>>()
})
