import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { Button, IconButton } from './button'
import { Checkbox } from './checkbox'
import { Field } from './field'
import { Input, PasswordInput, Select, Textarea } from './input'
import { Tab, TabList, TabPanel, Tabs } from './tabs'

describe('a button', () => {
  it('does not submit a form unless it is told to', () => {
    render(<Button>Save</Button>)
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('type', 'button')
  })

  it('ignores clicks while pending and keeps its name and focus', async () => {
    const handleClick = vi.fn()
    const { rerender } = render(<Button onClick={handleClick}>Save</Button>)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(handleClick).toHaveBeenCalledTimes(1)

    rerender(
      <Button pending onClick={handleClick}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save' })
    await userEvent.click(button)
    expect(handleClick).toHaveBeenCalledTimes(1)
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveFocus()
  })

  it('does not submit a form while pending', () => {
    render(
      <Button type="submit" pending>
        Send
      </Button>,
    )
    expect(fireEvent.click(screen.getByRole('button'))).toBe(false)
  })

  it('that shows only an icon has a name', () => {
    render(<IconButton label="Close" icon={<svg aria-hidden="true" />} />)
    expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  })
})

const EmailField = ({ error }: { error?: string }) => (
  <Field label="Email" hint="We never share it." error={error}>
    {(aria) => <Input {...aria} />}
  </Field>
)

describe('a field', () => {
  it('ties label, hint and error to the control', () => {
    render(<EmailField error="Enter an email address." />)
    const input = screen.getByLabelText('Email')
    expect(input).toHaveAccessibleDescription('Enter an email address. We never share it.')
    expect(input).toBeInvalid()
  })

  it('carries no aria attributes that point nowhere', () => {
    render(<Field label="Phone">{(aria) => <Input {...aria} />}</Field>)
    const input = screen.getByLabelText('Phone')
    expect(input).not.toHaveAttribute('aria-describedby')
    expect(input).not.toHaveAttribute('aria-invalid')
  })

  it('announces an error in a live region that was there before it', () => {
    const { container, rerender } = render(<EmailField />)
    const region = container.querySelector('[aria-live]')
    rerender(<EmailField error="Enter an email address." />)
    expect(container.querySelector('[aria-live]')).toBe(region)
    expect(region?.textContent).toBe('Enter an email address.')
  })

  it('says in the label that it is optional', () => {
    render(
      <Field label="Company" optional>
        {(aria) => <Input {...aria} />}
      </Field>,
    )
    expect(screen.getByLabelText('Company (optional)')).toBeVisible()
  })

  it('shows and hides a password', async () => {
    render(<PasswordInput aria-label="Password" defaultValue="hunter22" />)
    const input = screen.getByLabelText('Password')
    expect(input).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input).toHaveAttribute('type', 'text')
    const toggle = screen.getByRole('button', { name: 'Hide password' })
    expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(toggle)
    expect(input).toHaveAttribute('type', 'password')
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
})

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

describe('a checkbox', () => {
  it('is described by its error and takes focus when it is the first invalid field', async () => {
    render(<TermsForm />)
    const box = screen.getByRole('checkbox', { name: 'I agree to the terms' })
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('Agree to the terms to continue.')
    const description = 'Agree to the terms to continue. You can read them first.'
    expect(box).toHaveAccessibleDescription(description)
    expect(box).toBeInvalid()
    expect(box).toHaveFocus()
  })

  it('is checked by a click on its label', async () => {
    render(<Checkbox label="I agree" />)
    await userEvent.click(screen.getByText('I agree'))
    expect(screen.getByRole('checkbox')).toBeChecked()
  })
})

function renderTabs(onValueChange?: (value: string) => void) {
  render(
    <Tabs defaultValue="upload" onValueChange={onValueChange}>
      <TabList label="Ways to share">
        <Tab value="upload">Upload</Tab>
        <Tab value="share">Share</Tab>
      </TabList>
      <TabPanel value="upload">Upload panel</TabPanel>
      <TabPanel value="share" forceMount>
        <input aria-label="Service" />
      </TabPanel>
    </Tabs>,
  )
}

describe('tabs', () => {
  it('are moved between with the arrow keys, Home and End', async () => {
    const handleChange = vi.fn()
    renderTabs(handleChange)
    await userEvent.tab()
    expect(screen.getByRole('tab', { name: 'Upload' })).toHaveFocus()

    await userEvent.keyboard('{ArrowRight}')
    expect(handleChange).toHaveBeenLastCalledWith('share')
    expect(screen.getByRole('tab', { name: 'Share', selected: true })).toHaveFocus()
    await userEvent.keyboard('{Home}')
    expect(handleChange).toHaveBeenLastCalledWith('upload')
    await userEvent.keyboard('{End}')
    expect(handleChange).toHaveBeenLastCalledWith('share')
  })

  it('have a name, and keep what was typed in a force-mounted panel', async () => {
    renderTabs()
    expect(screen.getByRole('tablist', { name: 'Ways to share' })).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'Share' }))
    await userEvent.type(screen.getByLabelText('Service'), 'Experian')
    await userEvent.click(screen.getByRole('tab', { name: 'Upload' }))
    await userEvent.click(screen.getByRole('tab', { name: 'Share' }))
    expect(screen.getByLabelText('Service')).toHaveValue('Experian')
  })
})
