import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { z } from '@shared/zod'
import { Form, SubmitButton } from '@/ui/form'
import { CheckboxField, EmailField, TextField } from '@/ui/form-fields'
import { shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { submitHandler, useZodForm } from './form'
import { HttpError } from './http'

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
  const { control } = form
  const handleSubmit = submitHandler(form, send, { failure: 'Nothing was saved', alsoToast })
  return (
    <Form
      form={form}
      label="Example"
      onSubmit={handleSubmit}
      actions={<SubmitButton>Save</SubmitButton>}
    >
      <TextField control={control} name="name" label="Name" hint="As you sign." />
      <EmailField control={control} name="email" label="Email" autoComplete="email" />
      <CheckboxField control={control} name="agrees" label="I agree" />
    </Form>
  )
}

const refusal = (errors?: Record<string, string>) =>
  new HttpError(400, '', { data: { ...(errors && { errors }) }, words: 'The server said no.' })

const name = () => screen.getByLabelText('Name')

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
  await waitFor(() => expect(name()).toHaveFocus())
  expect(name()).toBeInvalid()
  expect(name()).toHaveAccessibleDescription('Name is required. As you sign.')
  expect(screen.queryByText('Nothing was saved')).toBeNull()
})

it('keeps its fields from being changed while they are sent, and gives the focus back', async () => {
  const answers: (() => void)[] = []
  renderPage(<Example send={() => new Promise<void>((resolve) => answers.push(resolve))} />)
  await userEvent.type(name(), 'Noor{Enter}')
  await waitFor(() => expect(name()).toBeDisabled())
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true')
  // As browsers do with what is disabled.
  name().blur()
  for (const answer of answers) answer()
  await waitFor(() => expect(name()).toHaveFocus())
  expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy')
})

it('shows beside the button why it was not sent, until it is sent again', async () => {
  const answers = [refusal(), new Error('network')]
  const sent = () => (answers.length > 0 ? Promise.reject(answers.shift()) : Promise.resolve())
  renderPage(<Example send={sent} />)
  await userEvent.type(name(), 'Noor{Enter}')
  const alert = screen.getByRole('alert')
  await waitFor(() => expect(alert).toHaveTextContent('Nothing was savedThe server said no.'))
  expect(shownToast()).toEqual([])
  expect(name()).toHaveValue('Noor')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(alert).toHaveTextContent('Nothing was savedPlease try again.'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(alert).toBeEmptyDOMElement())
})

it('shows at its fields what the server has against them, and goes to the first one', async () => {
  renderPage(
    <Example send={() => Promise.reject(refusal({ email: 'Taken.', other: 'Unknown.' }))} />,
  )
  await userEvent.type(name(), 'Noor{Enter}')
  const email = screen.getByLabelText('Email')
  await waitFor(() => expect(email).toHaveFocus())
  expect(email).toHaveAccessibleDescription('Taken.')
  expect(screen.getByRole('alert')).toHaveTextContent('The server said no.')
})

it('does not repeat beside the button what is said at a field', async () => {
  renderPage(<Example send={() => Promise.reject(refusal({ name: 'The server said no.' }))} />)
  await userEvent.type(name(), 'Noor{Enter}')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^Nothing was saved$/))
  expect(screen.getAllByText('The server said no.')).toHaveLength(1)
})

it('says it in a toast as well where that is asked for', async () => {
  renderPage(<Example alsoToast send={() => Promise.reject(refusal())} />)
  await userEvent.type(name(), 'Noor{Enter}')
  await waitFor(() =>
    expect(document.querySelector('li[data-variant="destructive"]')).toHaveTextContent(
      'Nothing was savedThe server said no.',
    ),
  )
  // The toast is read out; beside the button it is only seen.
  expect(document.querySelector('form')).toHaveTextContent('Nothing was savedThe server said no.')
  expect(screen.queryByRole('alert')).toBeNull()
})
