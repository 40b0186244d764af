import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { z } from '@shared/zod'
import { CancelButton, Form, SubmitButton } from '@/ui/form'
import { CheckboxField, EmailField, PasswordField, TextField } from '@/ui/form-fields'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { formRefusal, heard } from '@tests/support/client/hear'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { fieldsOf, submitHandler, useZodForm } from './form'
import { HttpError } from './http'
import { useWatch } from 'react-hook-form'
import type { ComponentProps } from 'react'
import { fakePartner } from '@tests/support/client/fake-records'
import type { Kept } from './draft'
import { forgetSession, rememberSession } from './session-hint'
import { createQueryClient } from './query-client'
import { endSession } from './session'

const schema = z.object({
  name: z.string().min(1, 'Name is required.'),
  email: z.string(),
  agrees: z.boolean(),
})
type Values = z.infer<typeof schema>
interface ExampleProps {
  send: (values: Values) => Promise<unknown>
  alsoToast?: boolean
}
function Example({ send, alsoToast = false }: ExampleProps) {
  const form = useZodForm(
    schema,
    { name: '', email: '', agrees: false },
    { name: 'example', of: null },
  )
  const field = fieldsOf(form)
  const handleSubmit = submitHandler(form, send, { failure: 'Nothing was saved', alsoToast })
  return (
    <Form
      form={form}
      label="Example"
      onSubmit={handleSubmit}
      actions={<SubmitButton>Save</SubmitButton>}
    >
      <TextField {...field('name')} label="Name" hint="As you sign." />
      <EmailField {...field('email')} label="Email" />
      <CheckboxField {...field('agrees')} label="I agree" />
    </Form>
  )
}
const refusal = (errors?: Record<string, string>) =>
  new HttpError(400, '', { data: { ...(errors && { errors }) }, words: 'The server said no.' })
const refuseTwo = () => Promise.reject(refusal({ name: 'Taken.', email: 'Unknown.' }))
const summary = () => screen.findByRole('group', { name: /need you$/ })
const nameBox = () => screen.getByLabelText('Name')

describe('forms', () => {
  it('hands on what the fields hold, each under its name', async () => {
    const sent: Values[] = []
    renderPage(<Example send={async (values) => sent.push(values)} />)
    fill('Name', 'Noor')
    fill('Email', 'noor@partner.example')
    await userEvent.click(screen.getByLabelText('I agree'))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent).toEqual([{ name: 'Noor', email: 'noor@partner.example', agrees: true }])
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'email')
  })

  it('is sent once by a double click, even when the answer comes between its clicks', async () => {
    const sent: Values[] = []
    renderPage(<Example send={async (values) => sent.push(values)} />)
    fill('Name', 'Ann')
    const button = screen.getByRole('button', { name: 'Save' })
    fireEvent.click(button, { detail: 1 })
    await waitFor(() => expect(sent).toHaveLength(1))
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
    const isSubmitted = fireEvent.click(button, { detail: 2 })
    expect(isSubmitted).toBe(false)
  })

  it('says at a field what is wrong with it, and goes there', async () => {
    renderPage(<Example send={() => Promise.reject(new Error('sent'))} />)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(nameBox()).toHaveFocus())
    expect(nameBox()).toBeInvalid()
    expect(nameBox()).toHaveAccessibleDescription('Name is required. As you sign.')
    expect(screen.queryByText('Nothing was saved')).toBeNull()
  })

  describe('with more than one answer missing', () => {
    it('has one summary above, which takes the focus and leads to each', async () => {
      document.title = 'Account'
      renderPage(<Example send={refuseTwo} />)
      await userEvent.type(nameBox(), 'Noor{Enter}')
      await waitFor(async () => expect(await summary()).toHaveFocus())
      expect(await summary()).toHaveAccessibleName('2 answers need you')
      expect(document.title).toBe('Error: Account')
      const links = within(await summary()).getAllByRole('link')
      expect(links.map(({ textContent }) => textContent)).toEqual(['Name', 'Email'])
      await userEvent.click(screen.getByRole('link', { name: 'Email' }))
      expect(screen.getByLabelText('Email')).toHaveFocus()
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Unknown.')
      // Silent on submit; said when its field is left with it.
      expect(heard()).not.toContain('Unknown.')
      await userEvent.tab()
      await waitFor(() => expect(heard()).toContain('Unknown.'))
    })

    it('counts down and crosses out what is mended, in its place; then it is gone', async () => {
      const answers = [refuseTwo]
      document.title = 'Account'
      renderPage(<Example send={async () => answers.pop()?.()} />)
      await userEvent.type(nameBox(), 'Noor{Enter}')
      await summary()
      await userEvent.type(nameBox(), 'a')
      await waitFor(async () => expect(await screen.findByText('1 answer needs you')).toBeVisible())
      // The count alone, not the list.
      await expect.poll(() => window.heard.at(-1)).toMatch(/1 answer needs you\.$/)
      expect(screen.queryByRole('link', { name: 'Name' })).toBeNull()
      await userEvent.type(screen.getByLabelText('Email'), 'a@b.example{Enter}')
      await waitFor(() => expect(screen.queryByText(/needs? you|missing now/)).toBeNull())
      expect(document.title).toBe('Account')
    })
  })

  it.each([
    ['name', 'name'],
    ['firstName', 'given-name'],
    ['phoneNumber', 'tel'],
    ['phoneEnd', 'tel-local-suffix'],
    ['amount', 'off'],
  ])('lets browsers fill in %s as %s, unless it is not the reader’s own', (name, token) => {
    function Two() {
      const form = useZodForm(z.object({ [name]: z.string() }), { [name]: '' }, 'nothing')
      const field = fieldsOf(form)(name)
      return (
        <Form form={form} onSubmit={() => undefined}>
          <TextField {...field} label="Own" />
          <TextField {...field} label="Other" fill="not-own" />
          <EmailField {...field} label="Email" />
        </Form>
      )
    }
    renderPage(<Two />)
    expect(screen.getByLabelText('Own')).toHaveAttribute('autocomplete', token)
    expect(screen.getByLabelText('Other')).toHaveAttribute('autocomplete', 'off')
    const kind = token === 'off' ? 'email' : token
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', kind)
  })

  it('a field can’t refuse to be filled in by itself, nor a form be locked by what is missing', () => {
    type Field = ComponentProps<typeof TextField<Values, Values>>
    expectTypeOf<'autoComplete'>().not.toExtend<keyof Field>()
    expectTypeOf<'disabled'>().not.toExtend<keyof ComponentProps<typeof SubmitButton>>()
  })

  it('keeps its fields from being changed while they are sent, and gives the focus back', async () => {
    const answers: (() => void)[] = []
    renderPage(<Example send={() => new Promise<void>((resolve) => answers.push(resolve))} />)
    await userEvent.type(nameBox(), 'Noor{Enter}')
    await waitFor(() => expect(nameBox()).toBeDisabled())
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true')
    // As browsers do with what is disabled.
    nameBox().blur()
    for (const answer of answers) answer()
    await waitFor(() => expect(nameBox()).toHaveFocus())
    expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy')
  })

  it('shows beside the button why it was not sent, until it is sent again', async () => {
    const answers = [refusal(), new Error('network')]
    const sent = () => (answers.length > 0 ? Promise.reject(answers.shift()) : Promise.resolve())
    renderPage(<Example send={sent} />)
    await userEvent.type(nameBox(), 'Noor{Enter}')
    await waitFor(() =>
      expect(formRefusal()).toHaveTextContent('Nothing was savedThe server said no.'),
    )
    expect(shownToast()).toEqual([])
    expect(nameBox()).toHaveValue('Noor')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Please try again.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(formRefusal()).toBeNull())
  })

  it('shows at its fields what the server has against them, and goes to the first one', async () => {
    renderPage(
      <Example send={() => Promise.reject(refusal({ email: 'Taken.', other: 'Unknown.' }))} />,
    )
    await userEvent.type(nameBox(), 'Noor{Enter}')
    const email = screen.getByLabelText('Email')
    await waitFor(() => expect(email).toHaveFocus())
    expect(email).toHaveAccessibleDescription('Taken.')
    expect(formRefusal()).toHaveTextContent('The server said no.')
  })

  it('does not repeat beside the button what is said at a field', async () => {
    renderPage(<Example send={() => Promise.reject(refusal({ name: 'The server said no.' }))} />)
    await userEvent.type(nameBox(), 'Noor{Enter}')
    await waitFor(() => expect(formRefusal()).toHaveTextContent(/^Nothing was saved$/))
    expect(screen.getAllByText('The server said no.')).toHaveLength(1)
  })

  it('says it in a toast as well where that is asked for', async () => {
    renderPage(<Example alsoToast send={() => Promise.reject(refusal())} />)
    await userEvent.type(nameBox(), 'Noor{Enter}')
    await waitFor(() =>
      expect(document.querySelector('li[data-variant="destructive"]')).toHaveTextContent(
        'Nothing was savedThe server said no.',
      ),
    )
    // Both are seen, and it is said once.
    expect(document.querySelector('form')).toHaveTextContent('Nothing was savedThe server said no.')
    await waitFor(() => expect(heard().split('The server said no.')).toHaveLength(2))
  })
})

const draftSchema = z.object({
  words: z.string(),
  password: z.string(),
  template: z.string().optional(),
})
const began = { words: 'Before', password: '', template: undefined }
function DraftExample({ send, of }: { send: () => Promise<void>; of: number }) {
  const form = useZodForm(draftSchema, began, {
    name: 'example',
    never: { password: true },
    of,
  })
  const field = fieldsOf(form)
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
      <TextField {...field('words')} label="Words" />
      <PasswordField {...field('password')} label="Password" />
      <output>{useWatch({ control: form.control, name: 'template' })}</output>
    </Form>
  )
}
const arrive = async () => undefined
const refuse = () => Promise.reject(new Error('no'))
/** As after a reload, or a page in between. */
function show(send = arrive, of = 1) {
  cleanup()
  renderPage(<DraftExample send={send} of={of} />, '/account')
}
const words = () => screen.getByLabelText('Words')
const press = (name = 'Send') => userEvent.click(screen.getByRole('button', { name }))
const about = (of: number) => show(arrive, of)
const stored = () => Object.entries(sessionStorage).join()
const logIn = (id: number) => rememberSession({ ...fakePartner(), id })

describe('drafts of forms', () => {
  installFakeApi()

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
      const { rerender } = render(<DraftExample send={arrive} of={1} />)
      expect(words()).toHaveValue('Typed')
      rerender(<DraftExample send={arrive} of={2} />)
      expect(words()).toHaveValue('Before')
      fill('Words', 'About the second')
      rerender(<DraftExample send={arrive} of={1} />)
      expect(words()).toHaveValue('Typed')
      rerender(<DraftExample send={arrive} of={2} />)
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
})
