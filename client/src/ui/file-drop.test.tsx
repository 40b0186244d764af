import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { FileDrop } from './file-drop'
import { fileTypeLabel, formatFileSize, shortenFileName, splitFileName } from './file-name'

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
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Sending report.pdf' })
    expect(bar.value).toBe(42)
    expect(input().disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(handleCancel).toHaveBeenCalledOnce()
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
