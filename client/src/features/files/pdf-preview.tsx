import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { PageMark } from '@shared/scores'
import type { PdfDocument, PdfPage } from '@/lib/pdf-document'
import { Button, IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { PageSkeleton, PreviewFrame, PreviewSkeleton } from './preview-frame'
import { Status } from '@/ui/status'

/** Time limit for drawing one page; a scan may take as long on a slow machine. */
const slowAfterMs = 3000

interface PdfPreviewProps {
  content: ArrayBuffer
  fileName: string
  marks: readonly PageMark[]
  /** Instead of the pages, with the reason, when they cannot be shown. */
  fallback: (reason: string) => ReactNode
}

export function PdfPreview({ content, fileName, marks, fallback }: PdfPreviewProps) {
  const { pdf, problem } = usePdf(content)
  if (problem) return fallback(problem)
  if (!pdf) return <PreviewSkeleton />
  return <PdfPages pdf={pdf} fileName={fileName} marks={marks} />
}

interface PdfPagesProps {
  pdf: PdfDocument
  fileName: string
  marks?: readonly PageMark[]
}

/** The pages of a document, one at a time: the last one stays until the next is drawn. */
export function PdfPages({ pdf, fileName, marks = [] }: PdfPagesProps) {
  const [number, setNumber] = useState(1)
  const [isLarge, setIsLarge] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { drawn, isSlow } = useDrawnPage(pdf, number, canvas)
  const isDamaged = drawn?.text === null
  const [first] = marks
  const marked = marks.some(({ page }) => page === number) ? null : first

  const turn = (step: 1 | -1) =>
    setNumber((current) => Math.min(pdf.pageCount, Math.max(1, current + step)))

  return (
    <PreviewFrame
      fileName={fileName}
      shown={drawn?.number}
      onTurn={turn}
      controls={
        <div className="flex flex-wrap items-center gap-1 border-t bg-white px-2 py-1">
          <IconButton
            label="Previous page"
            icon={<ChevronLeft />}
            disabled={number === 1}
            onClick={() => turn(-1)}
          />
          <Status className="figures flex-1 text-center text-sm whitespace-nowrap text-muted">
            Page {number} of {pdf.pageCount}
          </Status>
          <IconButton
            label="Next page"
            icon={<ChevronRight />}
            disabled={number === pdf.pageCount}
            onClick={() => turn(1)}
          />
          {marked ? (
            <Button size="sm" variant="ghost" onClick={() => setNumber(marked.page)}>
              Score on Page {marked.page}
            </Button>
          ) : null}
          <IconButton
            label={isLarge ? 'Fit the width' : 'Enlarge'}
            icon={isLarge ? <ZoomOut /> : <ZoomIn />}
            onClick={() => setIsLarge(!isLarge)}
          />
        </div>
      }
    >
      {drawn ? null : <PageSkeleton />}
      {isSlow ? (
        <Status className="relative p-6 text-center text-muted">
          Page {number} is taking a while. Select View to open the file now.
        </Status>
      ) : null}
      {isDamaged ? (
        <p className="p-6 text-center text-muted">
          This page is damaged. Select View to open the file.
        </p>
      ) : null}
      <div
        hidden={!drawn || isDamaged}
        className={cx('relative', isLarge ? 'w-[200%] max-w-none' : 'w-full')}
      >
        <canvas ref={canvas} aria-hidden="true" className="h-auto w-full bg-white" />
        <PageMarks marks={marks.filter(({ page }) => page === drawn?.number)} />
      </div>
      {drawn?.number === number && !isDamaged ? (
        <p className="sr-only">{drawn.text || 'This page has no text.'}</p>
      ) : null}
    </PreviewFrame>
  )
}

type DrawnPage = { number: number; text: string | null }

/** Draws a page, and returns which one is visible, and whether the next one takes long. */
function useDrawnPage(
  pdf: PdfDocument,
  number: number,
  canvas: RefObject<HTMLCanvasElement | null>,
): { drawn: DrawnPage | null; isSlow: boolean } {
  const [drawn, setDrawn] = useState<DrawnPage | null>(null)
  const [isSlow, setIsSlow] = useState(false)

  useEffect(() => {
    const controller = new AbortController()
    const slow = setTimeout(() => setIsSlow(true), slowAfterMs)
    const finish = () => {
      clearTimeout(slow)
      setIsSlow(false)
    }
    async function draw() {
      let page: PdfPage | null = null
      try {
        // Out of sight: a canvas that changes its size is empty.
        page = await pdf.drawPage(number, controller.signal)
      } catch {
        // Damaged, unless it is not wanted any more.
      }
      if (controller.signal.aborted) return
      if (canvas.current && page) copy(page.canvas, canvas.current)
      setDrawn({ number, text: page ? page.text : null })
      finish()
    }
    void draw()
    return () => {
      controller.abort()
      finish()
    }
  }, [pdf, number, canvas])

  return { drawn, isSlow }
}

function copy(from: HTMLCanvasElement, to: HTMLCanvasElement): void {
  to.width = from.width
  to.height = from.height
  to.getContext('2d')?.drawImage(from, 0, 0)
}

/** Opens the document while the component is there; the library comes with the first one. */
function usePdf(content: ArrayBuffer) {
  const [pdf, setPdf] = useState<PdfDocument | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    async function open() {
      const { asksForPassword, openPdf, prepareNextPdf } = await import('@/lib/pdf-document')
      try {
        const opened = await openPdf(content, controller.signal)
        if (!controller.signal.aborted) setPdf(opened)
        prepareNextPdf()
      } catch (error) {
        if (controller.signal.aborted) return
        setProblem(
          asksForPassword(error)
            ? 'This PDF needs a password, so we can’t show it here.'
            : 'We can’t show this PDF here.',
        )
      }
    }
    open().catch(() => setProblem('The preview could not be loaded.'))
    return () => controller.abort()
  }, [content])

  return { pdf, problem }
}

/** A little more than the text itself, so that the figure stays readable inside. */
const margin = 0.004

/** Frames around what was found on a page; they let every press through. */
function PageMarks({ marks }: { marks: readonly PageMark[] }) {
  if (marks.length === 0) return null
  return (
    <svg
      aria-hidden="true"
      data-page-marks
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      {marks.map(({ left, top, width, height }) => (
        <rect
          key={`${left}:${top}`}
          x={left - margin}
          y={top - margin}
          width={width + 2 * margin}
          height={height + 2 * margin}
          vectorEffect="non-scaling-stroke"
          className="fill-brass/25 stroke-brass stroke-2"
        />
      ))}
    </svg>
  )
}
