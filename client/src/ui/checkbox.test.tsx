// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { Button } from './button'
import { Checkbox } from './checkbox'

afterEach(cleanup)

function TermsForm() {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { terms: false } })
  return (
    <form onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      <Checkbox
        label="I agree to the terms"
        hint="You can read them first."
        error={formState.errors.terms?.message}
        {...register('terms', { required: 'Agree to the terms to continue.' })}
      />
      <Button type="submit">Continue</Button>
    </form>
  )
}

it('is described by its error and takes focus when it is the first invalid field', async () => {
  render(<TermsForm />)
  const box = screen.getByRole('checkbox', { name: 'I agree to the terms' })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))

  const error = await screen.findByText('Agree to the terms to continue.')
  const [errorId, hintId] = box.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(document.getElementById(errorId ?? '')?.contains(error)).toBe(true)
  expect(document.getElementById(hintId ?? '')?.textContent).toBe('You can read them first.')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(box)
})

it('is checked by a click on its label', async () => {
  render(<Checkbox label="I agree" />)
  await userEvent.click(screen.getByText('I agree'))
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
})
