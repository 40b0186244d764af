import { Camera, Images, RotateCw, Trash2 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ChangeEvent, type ReactNode } from 'react'
import { mostPhotos } from '@shared/file-kinds'
import type { OpenHandoff, PhotoReceipt } from '@shared/photo-handoffs'
import { adviseOn } from '@/features/files/check-file'
import { joinPhotos, readPhoto, type Photo } from '@/features/files/join-photos'
import { useUpload } from '@/features/files/use-upload'
import { announce } from '@/lib/announce'
import { getErrorMessage, HttpError, request } from '@/lib/http'
import { isAbort } from '@/lib/upload'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useLinkToken } from '@/lib/use-link-token'
import { Button, IconButton } from '@/ui/button'
import { FieldError } from '@/ui/field'
import { LoadError, Skeleton } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { ProgressBar } from '@/ui/progress-bar'
import { useSaid } from '@/ui/status'

interface TakenPhoto extends Photo {
  id: number
  picture: Blob
  quarterTurns: number
}

const maxPictureBytes = 50 * 1024 * 1024

/** On a phone, by the code that a computer shows: photos that go into the form there, as one document. */
export function PhotoPage() {
  useDocumentTitle('Take a Photo')
  const [token] = useLinkToken()
  return (
    <div className="shell max-w-lg py-8">
      <h1 tabIndex={-1}>Take a Photo</h1>
      {token ? <Handoff key={token} token={token} /> : <DeadCode />}
    </div>
  )
}

function DeadCode({ children }: { children?: ReactNode }) {
  return (
    <Notice tone="warning" className="mt-6" title="This code doesn’t work anymore">
      {children ?? 'Please get a new one on your computer.'}
    </Notice>
  )
}

/** The code is checked before any photo is taken, and another code in the same tab starts again. */
function Handoff({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const { isPending, error, refetch } = useQuery({
    queryKey: ['/api/photo-handoffs/open', token],
    queryFn: ({ signal, queryKey: [path = ''] }) => request<OpenHandoff>(path, { token, signal }),
    gcTime: 0,
  })
  if (isDone) {
    return (
      <Notice tone="success" title="Your photos are on your computer" className="mt-6">
        Continue on your computer. You can close this page.
      </Notice>
    )
  }
  if (isPending) return <Skeleton className="mt-6 h-13" />
  if (error instanceof HttpError && error.status === 404)
    return <DeadCode>{getErrorMessage(error, '')}</DeadCode>
  if (error) return <LoadError what="This page" onRetry={refetch} />
  return <Photos token={token} onDone={() => setIsDone(true)} />
}

function Photos({ token, onDone }: { token: string; onDone: () => void }) {
  const [photos, setPhotos] = useState<TakenPhoto[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const { progress, send, cancel } = useUpload<PhotoReceipt>()
  const [pictureError, setPictureError] = useState<string>()
  const [problem, setProblem] = useState<string | null>(null)
  const camera = useRef<HTMLInputElement>(null)
  const library = useRef<HTMLInputElement>(null)
  const serial = useRef(0)

  /** One picture at a time: phones have little memory. */
  async function read(picture: Blob, show: (photo: Photo) => void, quarterTurns = 0) {
    try {
      show(await readPhoto(picture, { quarterTurns }))
    } catch {
      const advice = await adviseOn(picture)
      setPictureError(
        `${advice ?? 'We can’t read this picture.'} You can also take a new photo here, or choose a JPG.`,
      )
    }
  }

  async function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    const room = mostPhotos - photos.length
    setPictureError(undefined)
    setIsBusy(true)
    for (const picture of chosen.slice(0, room)) {
      if (picture.size > maxPictureBytes) {
        setPictureError('This photo is larger than 50 MB. Please choose a smaller one.')
        continue
      }
      await read(picture, (photo) => {
        serial.current += 1
        const taken = { ...photo, picture, quarterTurns: 0, id: serial.current }
        setPhotos((before) => [...before, taken])
      })
    }
    if (chosen.length > room)
      setPictureError(`You can send up to ${mostPhotos} photos. We left out the others.`)
    setIsBusy(false)
  }

  /** From the picture itself: turned again and again, it would lose sharpness. */
  async function turn(photo: TakenPhoto) {
    const quarterTurns = (photo.quarterTurns + 1) % 4
    setPictureError(undefined)
    setIsBusy(true)
    const replace = (turned: Photo) =>
      setPhotos((before) =>
        before.map((one) => (one.id === photo.id ? { ...one, ...turned, quarterTurns } : one)),
      )
    await read(photo.picture, replace, quarterTurns)
    announce([`Page ${photos.indexOf(photo) + 1} turned`])
    setIsBusy(false)
  }

  async function handleSend() {
    setProblem(null)
    setIsBusy(true)
    try {
      await send('/api/photo-handoffs/upload', await joinPhotos(photos), token)
      onDone()
    } catch (error) {
      if (!isAbort(error)) setProblem(getErrorMessage(error, 'Please try again.'))
    } finally {
      setIsBusy(false)
    }
  }

  // Not narrowed to JPEG: iPhones hand over HEIC photos as JPEG or read them themselves, and Android would hide them.
  const picker = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => void handleChange(event),
  }
  const isFull = photos.length >= mostPhotos
  const count = photos.length === 1 ? '1 photo' : `${photos.length} photos`
  useSaid(photos.length > 0 ? `${count} ready to send` : null)
  return (
    <div className="mt-6 grid gap-5">
      <p className="text-muted">
        Take a photo of each page, in order. They become one document in the form on your computer.
        You can send up to {mostPhotos} photos, 50 MB each: JPG, PNG, or what your phone’s camera
        takes.
      </p>
      <div className="grid gap-3">
        <Button
          size="lg"
          icon={<Camera />}
          variant={photos.length > 0 ? 'secondary' : 'primary'}
          disabled={isFull || isBusy}
          onClick={() => camera.current?.click()}
        >
          {photos.length > 0 ? 'Take Another Photo' : 'Take a Photo'}
        </Button>
        <Button
          icon={<Images />}
          variant="ghost"
          disabled={isFull || isBusy}
          onClick={() => library.current?.click()}
        >
          Choose from Your Photos
        </Button>
        <input {...picker} ref={camera} capture="environment" aria-label="Camera" />
        <input {...picker} ref={library} multiple aria-label="Photos" />
      </div>
      <FieldError id="picture-error" error={pictureError} isSpoken />
      <ol className="grid grid-cols-2 gap-4">
        {photos.map((photo, index) => (
          <li key={photo.id} className="rounded-lg border bg-white p-2">
            <Preview jpeg={photo.jpeg} alt={`Page ${index + 1}`} />
            <div className="mt-1 flex items-center justify-between">
              <IconButton
                label={`Turn page ${index + 1}`}
                icon={<RotateCw />}
                disabled={isBusy}
                onClick={() => void turn(photo)}
              />
              <span className="figures text-sm text-muted">{index + 1}</span>
              <IconButton
                label={`Remove page ${index + 1}`}
                icon={<Trash2 />}
                disabled={isBusy}
                onClick={() => setPhotos((before) => before.filter(({ id }) => id !== photo.id))}
              />
            </div>
          </li>
        ))}
      </ol>
      {problem === null ? null : (
        <Notice tone="danger" title="That didn’t work">
          {problem}
        </Notice>
      )}
      {photos.length > 0 ? (
        <Button size="lg" pending={isBusy} onClick={() => void handleSend()}>
          {photos.length === 1 ? 'Send This Photo' : `Send ${photos.length} Photos`}
        </Button>
      ) : null}
      {progress === null ? null : (
        <div className="grid gap-3">
          <ProgressBar value={progress} label="Sending your photos" />
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}

/** Its object URL is revoked with it. */
function Preview({ jpeg, alt }: { jpeg: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(jpeg)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [jpeg])
  return <img ref={image} alt={alt} className="h-40 w-full object-contain" />
}
