import { queryOptions, useMutation, useQueries } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { handoffMinutes } from '@shared/file-kinds'
import type { HandedDocument, PhotoHandoff } from '@shared/photo-handoffs'
import { HttpError, request } from '@/lib/http'
import { lazyPart } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { Dialog } from '@/ui/dialog'
import { LoadError, Skeleton } from '@/ui/loaded'
import { Status } from '@/ui/status'

const path = '/api/photo-handoffs'

const QrCode = lazyPart(
  () => import('@/ui/qr-code').then((part) => part.QrCode),
  () => <Skeleton className="size-56" />,
)

/** A document that came from a phone: the server has it already. */
export interface HandedFile {
  name: string
  size: number
  type: string
  uploadKey: string
}

/** Looked for every two seconds until it is there or the server knows the code no longer; a lost connection ends nothing. */
const handedQuery = (pickup: string) =>
  queryOptions({
    queryKey: [path, pickup],
    queryFn: ({ signal }) => request<HandedDocument>(path, { token: pickup, signal }),
    refetchInterval: ({ state }) => (state.data?.file || isGone(state.error) ? false : 2_000),
  })

const isGone = (error: Error | null) => error instanceof HttpError && error.status === 404

interface Shown extends PhotoHandoff {
  /** By this computer's own clock. */
  until: Date
}

/**
 * On a computer, which rarely has a camera that can read a page: the phone's, by a code on the screen. Photos are
 * waited for whether or not the code is in sight, and of an earlier code too. Needs a new key once a document came.
 */
export function PhotoHandoffButton({
  hasDocument = false,
  isLocked = false,
  onHanded,
}: {
  /** No code is offered then, and what comes waits until it is asked for or there is room. */
  hasDocument?: boolean
  isLocked?: boolean
  onHanded: (file: HandedFile) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [codes, setCodes] = useState<Shown[]>([])
  const [isExpired, setIsExpired] = useState(false)
  const start = useMutation({
    mutationFn: () => request<PhotoHandoff>(path, { method: 'POST' }),
    onSuccess: (handoff) => {
      setIsExpired(false)
      const until = new Date(Date.now() + handoffMinutes * 60_000)
      setCodes((before) => [...before, { ...handoff, until }])
    },
  })
  const answers = useQueries({ queries: codes.map(({ pickup }) => handedQuery(pickup)) })
  const file = answers.find(({ data }) => data?.file)?.data?.file ?? null
  const code = codes.at(-1)
  const isOver = isExpired || isGone(answers.at(-1)?.error ?? null)

  useEffect(() => {
    if (!code) return undefined
    const timer = setTimeout(() => setIsExpired(true), code.until.getTime() - Date.now())
    return () => clearTimeout(timer)
  }, [code])

  function hand() {
    if (!file) return
    onHanded({
      name: file.fileName,
      size: file.fileSize,
      type: file.fileType,
      uploadKey: file.uploadKey,
    })
  }
  const handNow = useEffectEvent(hand)
  useEffect(() => {
    if (file && !hasDocument && !isLocked) handNow()
  }, [file, hasDocument, isLocked])

  function handleOpen() {
    setIsOpen(true)
    if (!code || isOver) start.mutate()
  }

  if (isLocked) return null
  if (hasDocument) {
    return (
      <Status as="div" className="mt-2 empty:hidden">
        {file ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            Your phone’s photos have arrived.
            <Button variant="secondary" size="sm" onClick={hand}>
              Use Them Instead
            </Button>
          </p>
        ) : null}
      </Status>
    )
  }
  const link = `${window.location.origin}${paths.photo}#token=${code?.token}`
  const time = code?.until.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  const said = !code
    ? null
    : isOver
      ? 'The code has expired. Photos your phone is still sending will appear here.'
      : `Waiting for your photos. The code works once, until ${time}.`
  return (
    <div className="mt-2 pointer-coarse:hidden">
      <Button variant="ghost" size="sm" icon={<Smartphone />} onClick={handleOpen}>
        Use your phone’s camera
      </Button>
      {isOpen ? null : <Status className="text-sm text-muted">{said}</Status>}
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Use Your Phone’s Camera"
        description="Scan this code with your phone and take your photos there. They’ll appear here."
      >
        {start.isError ? (
          <LoadError what="The code" onRetry={() => start.mutate()} />
        ) : start.isPending || !code ? (
          <Skeleton className="size-56" />
        ) : (
          <div className="grid justify-items-center gap-4 text-center">
            {isOver ? null : (
              <>
                <QrCode
                  text={link}
                  label="Code that opens this portal’s camera page on your phone"
                />
                <p className="text-sm">
                  Or open this link on your phone:{' '}
                  <span className="font-medium wrap-anywhere">{link}</span>{' '}
                  <CopyButton label="Copy the link" text={link} />
                </p>
              </>
            )}
            <Status className="text-balance text-muted">{said}</Status>
            <Button variant={isOver ? 'primary' : 'secondary'} onClick={() => start.mutate()}>
              Show a New Code
            </Button>
          </div>
        )}
      </Dialog>
    </div>
  )
}
