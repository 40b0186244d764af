import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { PdfDocument } from '@/lib/pdf-document'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Skeleton } from '@/ui/skeleton'
import { useOverflow } from '@/ui/use-overflow'
import { fileBytesQuery } from './api'

interface PdfPreviewProps {
  address: string
  fileName: string
  /** Instead of the pages, with the reason, when they cannot be shown. */
  fallback: (reason: string) => ReactNode
}

/** A PDF, drawn here so that a review needs no download. */
export function PdfPreview({ address, fileName, fallback }: PdfPreviewProps) {
  const { data: bytes, error } = useQuery(fileBytesQuery(address))
  const { pdf, problem } = usePdf(bytes)
  if (error) return fallback('The preview could not be loaded.')
  if (problem) return fallback(problem)
  if (!pdf) return <Skeleton className="aspect-4/5 w-full" />
  return <PdfPages pdf={pdf} fileName={fileName} />
}

/** The pages of a document, one at a time. */
function PdfPages({ pdf, fileName }: { pdf: PdfDocument; fileName: string }) {
  const [number, setNumber] = useState(1)
  const [isLarge, setIsLarge] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(scroller)

  return (
    <div className="overflow-hidden rounded-lg border bg-sand-light">
      <div
        ref={scroller}
        role={scrolls ? 'region' : undefined}
        aria-label={scrolls ? `Preview of ${fileName}` : undefined}
        tabIndex={scrolls ? 0 : undefined}
        className="max-h-[62dvh] overflow-auto focus-visible:-outline-offset-2"
      >
        <div>
          <PdfPage key={number} pdf={pdf} number={number} isLarge={isLarge} />
        </div>
      </div>
      <div className="flex items-center gap-1 border-t bg-white px-2 py-1">
        <IconButton
          label="Previous page"
          icon={<ChevronLeft />}
          disabled={number === 1}
          onClick={() => setNumber(number - 1)}
        />
        <p className="figures flex-1 text-center text-sm text-muted" aria-live="polite">
          Page {number} of {pdf.pageCount}
        </p>
        <IconButton
          label="Next page"
          icon={<ChevronRight />}
          disabled={number === pdf.pageCount}
          onClick={() => setNumber(number + 1)}
        />
        <IconButton
          label={isLarge ? 'Fit the width' : 'Enlarge'}
          icon={isLarge ? <ZoomOut /> : <ZoomIn />}
          onClick={() => setIsLarge(!isLarge)}
        />
      </div>
    </div>
  )
}

interface PdfPageProps {
  pdf: PdfDocument
  number: number
  isLarge: boolean
}

function PdfPage({ pdf, number, isLarge }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [isBroken, setIsBroken] = useState(false)

  useEffect(() => {
    const over = new AbortController()
    async function draw() {
      if (!canvas.current) return
      try {
        setText(await pdf.drawPage(number, canvas.current, over.signal))
      } catch {
        if (!over.signal.aborted) setIsBroken(true)
      }
    }
    void draw()
    return () => over.abort()
  }, [pdf, number])

  if (isBroken) {
    return <p className="p-6 text-center text-muted">This page is damaged. Open it with View.</p>
  }
  return (
    <>
      <canvas
        ref={canvas}
        aria-hidden="true"
        className={cx('block h-auto bg-white', isLarge ? 'w-[200%] max-w-none' : 'w-full')}
      />
      {text === null ? null : <p className="sr-only">{text || 'This page has no text.'}</p>}
    </>
  )
}

/** Opens the document while the component is there; the library comes with the first one. */
function usePdf(bytes: ArrayBuffer | undefined) {
  const [pdf, setPdf] = useState<PdfDocument | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    if (!bytes) return undefined
    const over = new AbortController()
    async function open(content: ArrayBuffer) {
      const { asksForPassword, openPdf } = await import('@/lib/pdf-document')
      try {
        const opened = await openPdf(content, over.signal)
        if (!over.signal.aborted) setPdf(opened)
      } catch (error) {
        if (over.signal.aborted) return
        setProblem(
          asksForPassword(error)
            ? 'It asks for a password, so its pages cannot be shown here.'
            : 'Its pages cannot be shown here.',
        )
      }
    }
    open(bytes).catch(() => setProblem('The preview could not be loaded.'))
    return () => over.abort()
  }, [bytes])

  return { pdf, problem }
}
