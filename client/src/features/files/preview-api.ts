import { queryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Confirmation } from '@shared/errors'
import { canOpenInBrowser } from '@shared/file-kinds'
import type { ReviewedFile } from '@shared/files'
import { request, send } from '@/lib/http'
import { loadIfPossible } from '@/lib/lazy-part'
import { fileAddress } from '@/lib/paths'
import { createFileToken, previewKey, resolveFileAddress } from './api'
import { previewsDrawn } from './preview-frame'

interface Preview {
  address: string
  pdf: ArrayBuffer | null
}

type PreviewedFile = Pick<ReviewedFile, 'id' | 'uploadKey' | 'fileName' | 'fileType' | 'version'>

// A token lives five minutes.
const previewFreshMs = 4 * 60_000

/**
 * Where the administrator's preview of a file is read from, and of a PDF the content; fails with 404
 * when its bytes are missing. Not cached: the token expires.
 */
export const filePreviewQuery = (file: PreviewedFile) =>
  queryOptions({
    queryKey: [previewKey, file.uploadKey, file.fileName, file.version],
    queryFn: async ({ signal }) =>
      (await claimPrefetched(file, signal)) ?? loadPreview(file, signal),
    staleTime: previewFreshMs,
    gcTime: 0,
  })

async function loadPreview(file: PreviewedFile, signal: AbortSignal): Promise<Preview> {
  if (file.fileType !== 'application/pdf') {
    const address = await resolveFileAddress(file, { asAdmin: true, download: false })
    return { address, pdf: null }
  }
  const address = fileAddress(file, { token: await createFileToken(file) })
  return { address, pdf: await (await send(address, { signal })).arrayBuffer() }
}

interface Prefetch {
  key: string
  preview: Promise<Preview>
  ready: Preview | null
  /** Before that it waits until nothing else is loading. */
  hasBegun: boolean
  cancel: () => void
}

/** The document that will probably be reviewed next: one, or none. */
let prefetched: Prefetch | null = null

const keyOf = ({ id, version }: PreviewedFile) => `${id} ${version}`

/**
 * Loads a document and draws its first page before the review reaches it. The audit trail says 'loaded ahead' until it
 * is shown. Another document, or none, cancels what is under way.
 */
export function useLoadAhead(file: ReviewedFile | undefined): void {
  const isWorthIt =
    file && canOpenInBrowser(file.fileType) && !file.quarantine && !prefersLessData()
  const key = isWorthIt ? keyOf(file) : ''
  const load = useEffectEvent(() => setPrefetchTarget(file))
  useEffect(() => {
    // The preview that is about to show the document before takes it first.
    const timer = setTimeout(() => (key ? load() : setPrefetchTarget(undefined)))
    return () => clearTimeout(timer)
  }, [key])
  useEffect(() => () => void setTimeout(() => setPrefetchTarget(undefined)), [])
}

/** Firefox and Safari do not tell. */
function prefersLessData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}

function setPrefetchTarget(file: PreviewedFile | undefined): void {
  if (prefetched?.key === (file && keyOf(file))) return
  prefetched?.cancel()
  prefetched = file ? startLoading(file) : null
}

function startLoading(file: PreviewedFile): Prefetch {
  const controller = new AbortController()
  const { signal } = controller
  async function loadInTurn() {
    await previewsDrawn()
    signal.throwIfAborted()
    started.hasBegun = true
    started.ready = await loadAndDraw(file, signal)
    return started.ready
  }
  const preview = loadInTurn()
  // A person who opens the document is told.
  preview.catch(() => undefined)
  const cancel = () => controller.abort()
  const started: Prefetch = { key: keyOf(file), preview, ready: null, hasBegun: false, cancel }
  return started
}

async function loadAndDraw(file: PreviewedFile, signal: AbortSignal): Promise<Preview> {
  const address = fileAddress(file, { token: await createFileToken(file), ahead: true })
  const response = await send(address, { signal })
  if (file.fileType === 'application/pdf') {
    const pdf = await response.arrayBuffer()
    const reader = await loadIfPossible(() => import('@/lib/pdf-document'))
    reader?.preparePdf(pdf, signal)
    return { address, pdf }
  }
  const content = await response.blob()
  signal.throwIfAborted()
  const copy = URL.createObjectURL(content)
  signal.addEventListener('abort', () => URL.revokeObjectURL(copy))
  const picture = new Image()
  picture.src = copy
  await picture.decode()
  return { address: copy, pdf: null }
}

/** Claims the prefetched preview after recording 'opened'; null if there is none. */
async function claimPrefetched(file: PreviewedFile, signal: AbortSignal): Promise<Preview | null> {
  if (prefetched?.key !== keyOf(file) || !prefetched.hasBegun) return null
  const claimed = prefetched
  prefetched = null
  signal.addEventListener('abort', () => {
    // No one has seen it.
    if (prefetched) claimed.cancel()
    else prefetched = claimed
  })
  try {
    // Without an await, this request is sent before those of the rest of the panel.
    const preview = claimed.ready ?? (await claimed.preview)
    signal.throwIfAborted()
    await request<Confirmation>(`/api/admin/files/${file.id}/opened`, {
      method: 'POST',
      body: { basedOnVersion: file.version },
      undo: 'none',
      signal,
    })
    return preview
  } catch (error) {
    if (signal.aborted) throw error
    claimed.cancel()
    return null
  }
}
