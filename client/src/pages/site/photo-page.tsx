import { Camera, Images, RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { mostPhotos } from '@shared/photo-handoffs'
import { joinPhotos, readPhoto, type Photo } from '@/features/files/join-photos'
import { getErrorMessage } from '@/lib/http'
import { upload } from '@/lib/upload'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useLinkToken } from '@/lib/use-link-token'
import { Button, IconButton } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { ProgressBar } from '@/ui/progress-bar'

interface TakenPhoto extends Photo {
  id: number
  address: string
}

/** On a phone, by the code that a computer shows: photos that go into the form there, as one document. */
export function PhotoPage() {
  useDocumentTitle('Take a Photo')
  const [token] = useLinkToken()
  const [isDone, setIsDone] = useState(false)
  return (
    <div className="shell max-w-lg py-8">
      <h1 tabIndex={-1}>Take a Photo</h1>
      {isDone ? (
        <Notice tone="success" role="status" className="mt-6" title="Your photos are in the form">
          Go on at your computer. You can close this page.
        </Notice>
      ) : token ? (
        <Photos token={token} onDone={() => setIsDone(true)} />
      ) : (
        <Notice tone="warning" className="mt-6" title="This code no longer works">
          Please get a new one on your computer.
        </Notice>
      )}
    </div>
  )
}

function Photos({ token, onDone }: { token: string; onDone: () => void }) {
  const [photos, setPhotos] = useState<TakenPhoto[]>([])
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const camera = useRef<HTMLInputElement>(null)
  const library = useRef<HTMLInputElement>(null)
  const serial = useRef(0)
  useReleased(photos)

  async function show(picture: Blob, quarterTurns = 0): Promise<TakenPhoto> {
    const photo = await readPhoto(picture, quarterTurns)
    serial.current += 1
    return { ...photo, id: serial.current, address: URL.createObjectURL(photo.jpeg) }
  }

  async function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    setProblem(null)
    try {
      for (const picture of chosen.slice(0, mostPhotos - photos.length)) {
        const taken = await show(picture)
        setPhotos((before) => [...before, taken])
      }
    } catch {
      setProblem('We can’t read this picture. Please take it with the camera, or choose a JPEG.')
    }
  }

  async function turn(photo: TakenPhoto) {
    const turned = await show(photo.jpeg, 1)
    setPhotos((before) => before.map((one) => (one.id === photo.id ? turned : one)))
  }

  async function send() {
    setProblem(null)
    setProgress(0)
    try {
      const file = await joinPhotos(photos)
      const signal = new AbortController().signal
      await upload('/api/photo-handoffs/upload', file, { onProgress: setProgress, signal, token })
      onDone()
    } catch (error) {
      setProblem(getErrorMessage(error, 'Please try again.'))
    } finally {
      setProgress(null)
    }
  }

  const isFull = photos.length >= mostPhotos
  return (
    <div className="mt-6 grid gap-5">
      <p className="text-muted">
        Take a photo of each page, in order. They become one document in the form on your computer.
      </p>
      <div className="grid gap-3">
        <Button
          size="lg"
          icon={<Camera />}
          variant={photos.length > 0 ? 'secondary' : 'primary'}
          disabled={isFull || progress !== null}
          onClick={() => camera.current?.click()}
        >
          {photos.length > 0 ? 'Take Another Photo' : 'Take a Photo'}
        </Button>
        <Button
          icon={<Images />}
          variant="ghost"
          disabled={isFull || progress !== null}
          onClick={() => library.current?.click()}
        >
          Choose from Your Photos
        </Button>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label="Camera"
          onChange={(event) => void handleChange(event)}
        />
        <input
          ref={library}
          type="file"
          accept="image/*"
          multiple
          hidden
          aria-label="Photos"
          onChange={(event) => void handleChange(event)}
        />
      </div>
      <ol className="grid grid-cols-2 gap-4">
        {photos.map((photo, index) => (
          <li key={photo.id} className="rounded-lg border bg-white p-2">
            <img
              src={photo.address}
              alt={`Page ${index + 1}`}
              className="h-40 w-full object-contain"
            />
            <div className="mt-1 flex items-center justify-between">
              <IconButton
                label={`Turn page ${index + 1}`}
                icon={<RotateCw />}
                onClick={() => void turn(photo)}
              />
              <span className="figures text-sm text-muted">{index + 1}</span>
              <IconButton
                label={`Remove page ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => setPhotos(photos.filter(({ id }) => id !== photo.id))}
              />
            </div>
          </li>
        ))}
      </ol>
      {problem === null ? null : (
        <Notice tone="danger" role="alert" title="That didn’t work">
          {problem}
        </Notice>
      )}
      {progress === null ? null : <ProgressBar value={progress} label="Sending your photos" />}
      {photos.length > 0 ? (
        <Button size="lg" pending={progress !== null} onClick={() => void send()}>
          {photos.length === 1 ? 'Send This Photo' : `Send ${photos.length} Photos`}
        </Button>
      ) : null}
    </div>
  )
}

/** Lets go of pictures that are not shown any more. */
function useReleased(photos: readonly TakenPhoto[]): void {
  const shown = useRef<readonly TakenPhoto[]>([])
  useEffect(() => {
    for (const { id, address } of shown.current)
      if (!photos.some((photo) => photo.id === id)) URL.revokeObjectURL(address)
    shown.current = photos
  }, [photos])
}
