import { heard } from '@tests/support/client/hear'
import {
  cleanup,
  createEvent,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { Button, IconButton } from './button'
import { Checkbox } from './checkbox'
import { Field, FieldError } from './field'
import { Input, PasswordInput, Select, Textarea } from './input'
import { Tab, TabList, TabPanel, Tabs } from './tabs'
import { type Column, DataTable } from './table'
import { selectable } from './row-parts'
import { NewTabLink, Shortened } from './text'
import { StatusBadge } from './badge'
import { Steps } from './steps'
import { Timeline } from './timeline'
import { Unbroken, unbrokenHtml } from './unbroken'
import { FileDrop } from './file-drop'
import { fileTypeLabel, formatFileSize, shortenFileName, splitFileName } from './file-name'

const EmailField = ({ error }: { error?: string }) => (
  <Field label="Email" hint="We never share it." error={error}>
    {(aria) => <Input {...aria} />}
  </Field>
)
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
type Fruit = { id: number; name: string }
const fruits: Fruit[] = [
  { id: 1, name: 'Apple' },
  { id: 2, name: 'Pear' },
]
const columns: Column<Fruit>[] = [
  { header: 'Name', cell: (fruit) => fruit.name },
  { header: 'Actions', cell: () => <button>Peel</button>, hideLabel: true },
]
const base = { columns, rows: fruits, caption: 'Fruits' }
const itemTexts = () => screen.getAllByRole('listitem').map((item) => item.textContent)

it('a link that leads to a new tab says so, beside its name', () => {
  render(<NewTabLink href="/terms">Terms of Use</NewTabLink>)
  const link = screen.getByRole('link', { name: 'Terms of Use' })
  expect(link).toHaveAccessibleDescription('Opens in a new tab')
  expect(link).toHaveAttribute('target', '_blank')
})

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

  it('leaves saying its error to the form, which has one for all, or has it said itself', async () => {
    const { rerender } = render(<EmailField error="Enter an email address." />)
    rerender(<FieldError id="file" isSpoken />)
    rerender(<FieldError id="file" isSpoken error="This file is empty." />)
    await waitFor(() => expect(heard()).toContain('This file is empty.'))
  })

  it('says in the label that it is optional', () => {
    render(
      <Field label="Company" optional>
        {(aria) => <Input {...aria} />}
      </Field>,
    )
    expect(screen.getByLabelText('Company (optional)')).toBeVisible()
  })

  it('shows and hides a password by a button that keeps the name of its field', async () => {
    render(<PasswordInput label="New password" aria-label="New password" defaultValue="hunter22" />)
    const input = screen.getByLabelText('New password')
    expect(input).toHaveAttribute('type', 'password')
    const toggle = screen.getByRole('button', { name: 'Show new password' })
    expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(toggle)
    expect(input).toHaveAttribute('type', 'text')
    expect(toggle).toHaveAccessibleName('Show new password')
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
        <PasswordInput label="Password" ref={password} />
        <Textarea ref={textarea} />
        <Select ref={select} />
      </>,
    )
    const names = [input, password, textarea, select].map((ref) => ref.current?.tagName)
    expect(names).toEqual(['INPUT', 'INPUT', 'TEXTAREA', 'SELECT'])
  })
})

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

it('is a named table with headers and rows', () => {
  render(<DataTable {...base} />)
  const table = screen.getByRole('table', { name: 'Fruits' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Name', 'Actions'])
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  const names = within(table).getAllByRole('rowheader')
  expect(names.map((cell) => cell.lastElementChild?.textContent)).toEqual(
    fruits.map(({ name }) => name),
  )
})

it('calls a row, and its column, by their names alone where they have checkboxes', () => {
  const selection = {
    isChosen: () => false,
    toggle: vi.fn(),
    page: 'none',
    togglePage: vi.fn(),
  } as const
  const [first, ...others] = columns
  if (!first) throw new Error('There are no columns.')
  render(
    <DataTable {...base} columns={[selectable(selection, ({ name }) => name, first), ...others]} />,
  )
  const names = fruits.map(({ name }) => name)
  for (const name of names) {
    expect(screen.getByRole('rowheader', { name })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: `Select ${name}` })).toBeVisible()
  }
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible()
})

it('labels the cells of a stacked card, save where the label is hidden', () => {
  render(<DataTable {...base} rows={fruits.slice(0, 1)} />)
  const labels = [...document.querySelectorAll('tbody :is(th, td) > span[aria-hidden]')]
  expect(labels.map((label) => label.textContent)).toEqual(['Name'])
})

it('shows skeleton rows while loading, and the empty state only after that', () => {
  const { rerender } = render(
    <DataTable {...base} rows={[]} loading loadingRows={3} empty="No fruit." />,
  )
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(document.querySelectorAll('tbody > tr')).toHaveLength(3)
  expect(screen.queryByText('No fruit.')).toBeNull()

  rerender(<DataTable {...base} rows={[]} empty="No fruit." />)
  expect(screen.getByText('No fruit.')).toBeTruthy()
})

it('moves no skeleton row when the rows come: each has an element of its own', () => {
  const { rerender } = render(<DataTable {...base} rows={[]} loading />)
  const skeletons = [...document.querySelectorAll('tbody > tr')]
  rerender(<DataTable {...base} />)
  const rows = [...document.querySelectorAll('tbody > tr')]
  expect(rows.filter((row) => skeletons.includes(row))).toEqual([])
})

it('marks the selected row', () => {
  render(<DataTable {...base} selectedId={2} />)
  const marked = screen.getAllByRole('row').map((row) => row.getAttribute('aria-current'))
  expect(marked).toEqual([null, null, 'true'])
})

describe('focus, when a change takes the focused control away', () => {
  const named: Column<Fruit>[] = [{ header: 'Name', cell: ({ name }) => <button>{name}</button> }]
  const withPeel: Column<Fruit> = {
    header: 'Peel',
    cell: ({ name }) => <button>Peel {name}</button>,
  }

  it('goes to what names the row', async () => {
    const { rerender } = render(<DataTable {...base} columns={[...named, withPeel]} />)
    screen.getByRole('button', { name: 'Peel Apple' }).focus()
    rerender(<DataTable {...base} columns={named} />)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apple' })).toHaveFocus())
  })

  it.each([
    ['Apple', 'Pear'],
    ['Pear', 'Apple'],
  ])('goes from %s to %s, which is beside it', async (gone, beside) => {
    const { rerender } = render(<DataTable {...base} columns={named} />)
    screen.getByRole('button', { name: gone }).focus()
    rerender(
      <DataTable {...base} columns={named} rows={fruits.filter(({ name }) => name !== gone)} />,
    )
    await waitFor(() => expect(screen.getByRole('button', { name: beside })).toHaveFocus())
  })

  it('stays away once the person has gone elsewhere', async () => {
    const { rerender } = render(<DataTable {...base} columns={[...named, withPeel]} />)
    screen.getByRole('button', { name: 'Peel Apple' }).focus()
    await userEvent.click(document.body)
    rerender(<DataTable {...base} columns={named} />)
    expect(document.body).toHaveFocus()
  })
})

describe('steps', () => {
  it('mark the current one and say which are completed', () => {
    render(<Steps steps={['Credit', 'Details', 'Done']} current={1} />)
    const items = screen.getAllByRole('listitem')
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
    expect(itemTexts().slice(0, 2)).toEqual(['Credit (completed)', '2Details'])
  })

  it('of a timeline tell their state in words too', () => {
    render(
      <Timeline
        items={[
          { title: 'Received', state: 'done' },
          { title: 'In review', state: 'current' },
          { title: 'Decision', state: 'upcoming' },
        ]}
      />,
    )
    expect(itemTexts()).toEqual(['Done: Received', 'Now: In review', 'Later: Decision'])
    expect(screen.getAllByRole('listitem')[1]).toHaveAttribute('aria-current', 'step')
  })
})

it.each([
  ['approved', 'Approved', 'success'],
  ['rejected', 'Rejected', 'danger'],
  ['pending', 'Pending', 'warning'],
  ['on hold', 'On hold', 'warning'],
])('the status %s is the word %s with an icon, in %s colors', (status, word, tone) => {
  const { container } = render(<StatusBadge status={status} />)
  expect(container).toHaveTextContent(word)
  expect(container.querySelector('svg')?.parentElement?.className).toContain(`text-${tone}`)
})

describe('a name', () => {
  it('of 64 letters is left whole', () => {
    render(<Shortened text={'é'.repeat(64)} />)
    expect(screen.getByText('é'.repeat(64))).toBeVisible()
  })

  it('is shortened when too long, and shown in full on hover', () => {
    const name = `${'😀'.repeat(62)} and more`
    render(<Shortened text={name} />)
    expect(screen.getByTitle(name).textContent).toBe(`${'😀'.repeat(62)}…`)
  })
})

describe('what is read as one', () => {
  it.each([
    [
      'figures',
      'In 2-3 days, 9am-5pm ET Mon-Fri, for 5-15% of the loan: no co-signer by e-mail.',
      ['2-3', '9am-5pm', 'Mon-Fri', '5-15%', 'e-mail'],
    ],
    [
      'dates',
      'You may apply again from Feb 20, 2027, or call before Dec 15.',
      ['Feb 20, 2027', 'Dec 15'],
    ],
  ])('stays in one line, and every text as it is: %s', (_what, text, expected) => {
    const { container } = render(<Unbroken>{text}</Unbroken>)
    expect(container).toHaveTextContent(text)
    const kept = [...container.querySelectorAll('.whitespace-nowrap')].map((one) => one.textContent)
    expect(kept).toEqual(expected)
  })

  it('leaves tags alone in HTML', () => {
    expect(unbrokenHtml('<h2 id="step-1-2">Pay 5-15%</h2>')).toBe(
      '<h2 id="step-1-2">Pay <span class="whitespace-nowrap">5-15%</span></h2>',
    )
  })
})

const report = new File(['x'.repeat(1536)], 'report.pdf', { type: 'application/pdf' })
const scan = new File(['x'], 'scan.png', { type: 'image/png' })
type ExtraProps = Partial<Parameters<typeof FileDrop>[0]>
function Example({ onSelect, ...rest }: ExtraProps) {
  const [file, setFile] = useState(rest.file ?? null)
  const handleSelect = (next: File | null) => {
    onSelect?.(next)
    setFile(next)
  }
  return (
    <FileDrop
      label="Credit report"
      hint="PDF or Word"
      accept=".pdf,.doc"
      {...rest}
      file={file}
      onSelect={handleSelect}
    />
  )
}
const input = () => screen.getByLabelText<HTMLInputElement>('Credit report')
function zone() {
  const element = input().parentElement
  if (!element) throw new Error('no zone')
  return element
}
function paste(files: File[]) {
  const event = createEvent.paste(document.body)
  Object.defineProperty(event, 'clipboardData', { value: { files } })
  fireEvent(document.body, event)
}

describe('choosing a file', () => {
  describe('choosing', () => {
    it('takes a file from the picker and shows its name, size and type', async () => {
      render(<Example />)
      await userEvent.upload(input(), report)
      expect(screen.getByText('report.pdf')).toBeTruthy()
      expect(screen.getByText('PDF · 1.5 KB')).toBeTruthy()
    })

    it('is reached with the keyboard first', async () => {
      render(<Example />)
      await userEvent.tab()
      expect(document.activeElement).toBe(input())
    })

    it('takes the first of dropped files and keeps the browser from opening it', () => {
      render(<Example />)
      expect(fireEvent.dragOver(zone())).toBe(false)
      expect(zone().dataset.dragging).toBe('true')
      const opened = fireEvent.drop(zone(), { dataTransfer: { files: [scan, report] } })
      expect(opened).toBe(false)
      expect(zone().dataset.dragging).toBeUndefined()
      expect(screen.getByText('scan.png')).toBeTruthy()
    })

    it('takes a pasted file while focused or hovered, and leaves it alone otherwise', () => {
      const handleSelect = vi.fn()
      render(<Example onSelect={handleSelect} />)
      paste([scan])
      expect(handleSelect).not.toHaveBeenCalled()

      fireEvent.pointerEnter(zone())
      paste([])
      expect(handleSelect).not.toHaveBeenCalled()
      paste([scan])
      expect(handleSelect).toHaveBeenLastCalledWith(scan)

      fireEvent.pointerLeave(zone())
      input().focus()
      paste([report])
      expect(handleSelect).toHaveBeenLastCalledWith(report)
    })

    it('takes nothing while disabled', () => {
      const handleSelect = vi.fn()
      render(<Example disabled onSelect={handleSelect} />)
      fireEvent.drop(zone(), { dataTransfer: { files: [report] } })
      fireEvent.pointerEnter(zone())
      paste([report])
      expect(handleSelect).not.toHaveBeenCalled()
      expect(input().disabled).toBe(true)
    })

    it('offers the camera only where pictures are accepted', () => {
      const { container } = render(<Example accept=".pdf" />)
      expect(screen.queryByText('Take a Photo')).toBeNull()
      cleanup()
      render(<Example accept=".pdf,.jpg" />, { container: document.body })
      expect(screen.getByText('Take a Photo')).toBeTruthy()
      expect(document.querySelector('input[capture=environment]')).toBeTruthy()
      expect(container.querySelector('input[capture]')).toBeNull()
    })
  })

  describe('with a file', () => {
    it('removes it and returns the focus to the input', async () => {
      const handleSelect = vi.fn()
      render(<Example file={report} onSelect={handleSelect} />)
      await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
      expect(handleSelect).toHaveBeenCalledWith(null)
      expect(document.activeElement).toBe(input())
      expect(screen.queryByText('report.pdf')).toBeNull()
    })

    it('replaces it through the same input, even by the same file', async () => {
      const handleSelect = vi.fn()
      render(<Example file={report} onSelect={handleSelect} />)
      const opened = vi.spyOn(input(), 'click')
      await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
      expect(opened).toHaveBeenCalledOnce()
      await userEvent.upload(input(), report)
      await userEvent.upload(input(), report)
      expect(handleSelect).toHaveBeenCalledTimes(2)
    })

    it('keeps a long name whole for screen readers', () => {
      const name = `${'a-very-long-name-'.repeat(12)}.pdf`
      render(<Example file={new File(['x'], name)} />)
      expect(screen.getByText(name).className).toContain('sr-only')
    })

    it('shows real progress with Cancel and locks the input', async () => {
      const handleCancel = vi.fn()
      render(<Example file={report} progress={0.42} onCancel={handleCancel} />)
      const bar = screen.getByRole<HTMLProgressElement>('progressbar', {
        name: 'Sending report.pdf',
      })
      expect(bar.value).toBe(42)
      expect(input().disabled).toBe(true)
      expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
      expect(handleCancel).toHaveBeenCalledOnce()
    })

    it('says in words how far it is, at each quarter, and reads out no button', async () => {
      // A name of its own: what another test had said a moment ago isn't said again.
      const statement = new File(['x'], 'statement.pdf')
      const { rerender } = render(<Example file={statement} />)
      await waitFor(() => expect(heard()).toMatch(/statement\.pdf chosen, [\d.]+ \w+\./))
      for (const [progress, words] of [
        [0.03, 'Sending statement.pdf'],
        [0.27, 'A quarter sent of statement.pdf'],
        [0.49, 'A quarter sent of statement.pdf'],
        [0.6, 'Half sent of statement.pdf'],
        [0.99, 'Three quarters sent of statement.pdf'],
      ] as const) {
        rerender(<Example file={statement} progress={progress} />)
        await expect.poll(() => window.heard.at(-1)).toBe(`${words}.`)
      }
    })

    it('offers Retry after a failure and describes the input by the error', async () => {
      const handleRetry = vi.fn()
      render(<Example file={report} error="The connection was lost." onRetry={handleRetry} />)
      const ids = input().getAttribute('aria-describedby')?.split(' ') ?? []
      expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
        'The connection was lost.',
        'PDF or Word',
      ])
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
      expect(handleRetry).toHaveBeenCalledOnce()
    })
  })

  describe('what a file is called', () => {
    it.each([
      [0, '0 bytes'],
      [1, '1 byte'],
      [1023, '1023 bytes'],
      [1024, '1 KB'],
      [1536, '1.5 KB'],
      [10 * 1024 * 1024, '10 MB'],
      [157_286_400, '150 MB'],
      [3 * 1024 ** 3, '3 GB'],
    ])('writes %d bytes as %s', (bytes, text) => {
      expect(formatFileSize(bytes)).toBe(text)
    })

    it.each([
      ['report.pdf', 'PDF'],
      ['archive.tar.gz', 'GZ'],
      ['README', 'File'],
      ['.env', 'File'],
      ['odd.', 'File'],
    ])('calls %s a %s', (name, label) => {
      expect(fileTypeLabel(name)).toBe(label)
    })

    it('keeps the end of a long name apart, extension included', () => {
      const { head, tail } = splitFileName('experian-credit-report-2024-final.pdf')
      expect(head + tail).toBe('experian-credit-report-2024-final.pdf')
      expect(tail).toBe('2024-final.pdf')
    })

    it.each([
      ['Experian_Equifax_TransUnion_combined (final) v2.pdf', '(final) v2.pdf'],
      ['a-credit-report-of-everybody-november.pdf', 'november.pdf'],
      [`${'x'.repeat(40)}.png`, 'xxxxxxxx.png'],
    ])('begins the end of %s with a whole word where one is near', (name, end) => {
      const { head, tail } = splitFileName(name)
      expect(tail).toBe(end)
      expect(head + tail).toBe(name)
    })

    it.each([
      ['report.pdf', 'report.pdf'],
      [`${'annual credit report '.repeat(9)}.docx`, 'annual credit report an…report .docx'],
      [`${'x'.repeat(150)}.pdf`, `${'x'.repeat(23)}…xxxxxxxx.pdf`],
    ])('shortens %s for a sentence', (name, short) => {
      expect(shortenFileName(name)).toBe(short)
      expect(short.length).toBeLessThanOrEqual(36)
    })
  })
})
