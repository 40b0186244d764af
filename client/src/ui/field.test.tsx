// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Field } from './field'
import { Input, PasswordInput, Select, Textarea } from './input'

afterEach(cleanup)

function describedBy(element: HTMLElement) {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}

function EmailField({ error }: { error?: string }) {
  return (
    <Field label="Email" error={error}>
      {(aria) => <Input {...aria} />}
    </Field>
  )
}

it('ties label, hint and error to the control', () => {
  render(
    <Field label="Email" hint="We never share it." error="Enter an email address.">
      {(aria) => <Input {...aria} />}
    </Field>,
  )
  const input = screen.getByLabelText('Email')
  expect(describedBy(input)).toEqual(['Enter an email address.', 'We never share it.'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

it('carries no aria attributes that point nowhere', () => {
  render(<Field label="Phone">{(aria) => <Input {...aria} />}</Field>)
  const input = screen.getByLabelText('Phone')
  expect(input.hasAttribute('aria-describedby')).toBe(false)
  expect(input.hasAttribute('aria-invalid')).toBe(false)
})

it('announces an error in a live region that was there before it', () => {
  const { container, rerender } = render(<EmailField />)
  const region = container.querySelector('[aria-live]')
  rerender(<EmailField error="Enter an email address." />)
  expect(container.querySelector('[aria-live]')).toBe(region)
  expect(region?.textContent).toBe('Enter an email address.')
})

it('says in the label that a field is optional', () => {
  render(
    <Field label="Company" optional>
      {(aria) => <Input {...aria} />}
    </Field>,
  )
  expect(screen.getByLabelText('Company (optional)')).toBeTruthy()
})

it('shows and hides a password', async () => {
  render(<PasswordInput aria-label="Password" defaultValue="hunter22" />)
  const input = screen.getByLabelText('Password')
  expect(input.getAttribute('type')).toBe('password')

  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.getAttribute('type')).toBe('text')
  const toggle = screen.getByRole('button', { name: 'Hide password' })
  expect(toggle.getAttribute('aria-pressed')).toBe('true')

  await userEvent.click(toggle)
  expect(input.getAttribute('type')).toBe('password')
})

it('hands its ref to the native control', () => {
  const input = createRef<HTMLInputElement>()
  const password = createRef<HTMLInputElement>()
  const textarea = createRef<HTMLTextAreaElement>()
  const select = createRef<HTMLSelectElement>()
  render(
    <>
      <Input ref={input} />
      <PasswordInput ref={password} />
      <Textarea ref={textarea} />
      <Select ref={select} />
    </>,
  )
  const names = [input, password, textarea, select].map((ref) => ref.current?.tagName)
  expect(names).toEqual(['INPUT', 'INPUT', 'TEXTAREA', 'SELECT'])
})
