import { queryOptions, useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { handoffMinutes, type HandedDocument, type PhotoHandoff } from '@shared/photo-handoffs'
import { HttpError, request } from '@/lib/http'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/load-error'
import { QrCode } from '@/ui/qr-code'
import { Skeleton } from '@/ui/skeleton'

const path = '/api/photo-handoffs'

/** A document that came from a phone: the server has it already. */
export interface HandedFile {
  name: string
  size: number
  type: string
  uploadKey: string
}

/** The document that came over a hand-off, looked for every two seconds until it is there. */
const handedQuery = (pickup: string) =>
  queryOptions({
    queryKey: [path, pickup],
    queryFn: ({ signal }) => request<HandedDocument>(path, { token: pickup, signal }),
    refetchInterval: ({ state }) => (state.data?.file || state.status === 'error' ? false : 2_000),
    retry: (count, error) => !(error instanceof HttpError && error.status === 404) && count < 30,
  })

/** On a computer, which rarely has a camera that can read a page: the phone's, by a code on the screen. */
export function PhotoHandoffButton({ onHanded }: { onHanded: (file: HandedFile) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Smartphone />}
        className="mt-2 pointer-coarse:hidden"
        onClick={() => setIsOpen(true)}
      >
        Use your phone’s camera
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Use Your Phone’s Camera"
        description="Scan this code with your phone, take your photos there, and they appear in this form."
      >
        <Code
          onHanded={(file) => {
            setIsOpen(false)
            onHanded(file)
          }}
        />
      </Dialog>
    </>
  )
}

function Code({ onHanded }: { onHanded: (file: HandedFile) => void }) {
  const [round, setRound] = useState(0)
  const {
    data: handoff,
    isError,
    refetch,
  } = useQuery({
    queryKey: [path, 'new', round],
    queryFn: () => request<PhotoHandoff>(path, { method: 'POST' }),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (isError) return <LoadError what="The code" onRetry={refetch} />
  if (!handoff) return <Skeleton className="size-56" />
  return (
    <OpenCode
      key={round}
      handoff={handoff}
      onHanded={onHanded}
      onRenew={() => setRound(round + 1)}
    />
  )
}

interface OpenCodeProps {
  handoff: PhotoHandoff
  onHanded: (file: HandedFile) => void
  onRenew: () => void
}

function OpenCode({ handoff: { token, pickup }, onHanded, onRenew }: OpenCodeProps) {
  const { data, isError } = useQuery(handedQuery(pickup))
  const file = data?.file ?? null
  const hand = useEffectEvent(onHanded)
  useEffect(() => {
    if (!file) return
    const { fileName: name, fileSize: size, fileType: type, uploadKey } = file
    hand({ name, size, type, uploadKey })
  }, [file])

  if (isError) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>This code has expired.</p>
        <Button onClick={onRenew}>Show a New Code</Button>
      </div>
    )
  }
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <QrCode
        text={`${window.location.origin}${paths.photo}#token=${token}`}
        label="Code that opens this portal’s camera page on your phone"
      />
      <p role="status" className="text-muted">
        Waiting for your photos. The code works once, for {handoffMinutes} minutes.
      </p>
    </div>
  )
}
