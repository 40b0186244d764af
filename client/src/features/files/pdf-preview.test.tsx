import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { PdfDocument } from '@/lib/pdf-document'
import { PdfPages } from './pdf-preview'

/** A document of three pages; a page is drawn when `finish` says so, 100 pixels higher than the last. */
function buildPdf() {
  const waiting: (() => void)[] = []
  const pdf: PdfDocument = {
    pageCount: 3,
    async drawPage(number, canvas) {
      canvas.width = 1200
      canvas.height = 1500 + 100 * number
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (number === 3) throw new Error('Damaged')
      return `Text of page ${number}`
    },
  }
  const finish = () => act(async () => waiting.splice(0).forEach((draw) => draw()))
  return { pdf, finish }
}

const turn = () => userEvent.click(screen.getByRole('button', { name: 'Next page' }))

it('a page stays until the next one is drawn, which is seen from its top', async () => {
  const { pdf, finish } = buildPdf()
  const { container } = render(<PdfPages pdf={pdf} fileName="scan.pdf" />)
  const canvas = container.querySelector('canvas')
  const box = canvas?.closest('.overflow-auto')
  expect(canvas).not.toBeVisible()
  await finish()
  expect(canvas).toBeVisible()
  expect(canvas).toHaveProperty('height', 1600)
  expect(screen.getByText('Text of page 1')).toBeInTheDocument()

  if (box) box.scrollTop = 300
  await turn()
  expect(canvas).toBeVisible()
  expect(canvas).toHaveProperty('height', 1600)
  expect(screen.queryByText('Text of page 1')).toBeNull()
  await finish()
  expect(container.querySelector('canvas')).toBe(canvas)
  expect(canvas).toHaveProperty('height', 1700)
  expect(box).toHaveProperty('scrollTop', 0)
  expect(screen.getByText('Text of page 2')).toBeInTheDocument()
})

it('a damaged page says so, and the one before it can be seen again', async () => {
  const { pdf, finish } = buildPdf()
  const { container } = render(<PdfPages pdf={pdf} fileName="scan.pdf" />)
  await turn()
  await turn()
  await finish()
  expect(screen.getByText(/This page is damaged/)).toBeVisible()
  expect(container.querySelector('canvas')).not.toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  await finish()
  expect(screen.queryByText(/This page is damaged/)).toBeNull()
  expect(container.querySelector('canvas')).toBeVisible()
})

it('what was found is framed on its page, and a press leads there', async () => {
  const { pdf, finish } = buildPdf()
  const mark = { page: 2, left: 0.1, top: 0.2, width: 0.3, height: 0.05 }
  const { container } = render(<PdfPages pdf={pdf} fileName="scan.pdf" marks={[mark]} />)
  await finish()
  expect(container.querySelector('rect')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Score on Page 2' }))
  await finish()
  const frame = container.querySelector('rect')
  expect(Number(frame?.getAttribute('x'))).toBeCloseTo(0.1, 1)
  expect(Number(frame?.getAttribute('width'))).toBeCloseTo(0.3, 1)
  expect(screen.queryByRole('button', { name: /^Score on/ })).toBeNull()
})
