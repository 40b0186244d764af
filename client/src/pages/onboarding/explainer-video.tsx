import { Pause, Play } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { lazyPart } from '@/lib/lazy-part'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/loaded'
import { Motif } from '@/ui/logo'
import { Status } from '@/ui/status'

const poster = '/video/explainer-poster.jpg'

/** Loads nothing but its poster until it is played; the browser's own controls would lie across it. */
export function ExplainerVideo({ hasPoster }: { hasPoster: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isBroken, setIsBroken] = useState(false)
  const [isStarted, setIsStarted] = useState(false)
  // The button that was pressed is gone.
  useEffect(() => {
    if (isStarted) video.current?.focus({ preventScroll: true })
  }, [isStarted])

  function handleStart() {
    setIsStarted(true)
    // Sources that cannot be loaded say so themselves.
    void video.current?.play().catch(() => undefined)
  }

  if (isBroken) return <VideoUnavailable />
  return (
    <>
      <div className="relative">
        <Film
          ref={video}
          poster={hasPoster ? poster : undefined}
          controls={isStarted}
          preload="none"
          onBroken={() => setIsBroken(true)}
        />
        {isStarted ? null : (
          <button
            type="button"
            aria-label="Play video"
            onClick={handleStart}
            className="group absolute inset-0 flex items-end justify-center rounded-xl pb-[7%]"
          >
            <span className="flex size-12 items-center justify-center rounded-full bg-paper text-evergreen transition-colors group-hover:bg-brass-light">
              <Play aria-hidden="true" strokeWidth={1.75} className="ml-0.5 size-5 fill-current" />
            </span>
          </button>
        )}
      </div>
      <FilmAsText />
    </>
  )
}

const FilmText = lazyPart(
  () => import('./film-text').then((part) => part.FilmText),
  () => <Skeleton className="h-96" />,
)

function FilmAsText() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="mt-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link w-fit py-1 pointer-coarse:py-2.5">Read the film as text</summary>
      {isOpen ? <FilmText /> : null}
    </details>
  )
}

/** Plays by itself, silently and again and again, unless the visitor prefers less motion. */
export function LoopingVideo() {
  const video = useRef<HTMLVideoElement>(null)
  const [isBroken, setIsBroken] = useState(false)
  const [isPlaying, setIsPlaying] = useState(false)
  useAutoplay(video)
  // It loads from the moment it is made: what fails before it is on the page tells no one.
  useEffect(() => {
    if (video.current?.networkState === noSource) setIsBroken(true)
  }, [])

  function handleToggle() {
    if (isPlaying) video.current?.pause()
    else void video.current?.play().catch(() => setIsBroken(true))
  }

  if (isBroken) return <VideoUnavailable />
  return (
    <div>
      <Film
        ref={video}
        poster={poster}
        muted
        loop
        preload="metadata"
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onBroken={() => setIsBroken(true)}
      />
      <Button
        variant="ghost"
        size="sm"
        icon={isPlaying ? <Pause /> : <Play />}
        className="mt-2 -ml-3"
        onClick={handleToggle}
      >
        {isPlaying ? 'Pause video' : 'Play video'}
      </Button>
      <FilmAsText />
    </div>
  )
}

/** HTMLMediaElement.NETWORK_NO_SOURCE: every source was tried and none could be loaded. */
const noSource = 3

/** In two formats; when neither can be loaded, the last one says so. */
function Film({ onBroken, ...props }: ComponentProps<'video'> & { onBroken: () => void }) {
  return (
    <video
      playsInline
      width={1280}
      height={720}
      aria-label="How the program works, explained in a short video"
      className="aspect-video h-auto w-full rounded-xl bg-evergreen object-cover"
      onLoadedMetadata={showCaptions}
      onError={onBroken}
      {...props}
    >
      <source src="/video/explainer.webm" type="video/webm" />
      <source src="/video/explainer.mp4" type="video/mp4" onError={onBroken} />
      <track kind="captions" src="/video/explainer.vtt" srcLang="en" label="English" default />
    </video>
  )
}

/** Firefox and Safari leave a default track off that comes to the film by script. */
function showCaptions({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
  for (const track of video.textTracks) track.mode = 'showing'
}

/** A refused autoplay is no failure: the poster stays and the button plays it. */
function useAutoplay(video: RefObject<HTMLVideoElement | null>) {
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    void video.current?.play().catch(() => undefined)
  }, [video])
}

function VideoUnavailable() {
  return (
    <>
      <Status
        as="div"
        className="on-evergreen flex aspect-video flex-col items-center justify-center gap-4 rounded-xl"
      >
        <Motif tone="on-evergreen" strokeWidth={2} className="h-12 w-auto" />
        <p className="font-display text-xl">Video unavailable</p>
      </Status>
      <FilmAsText />
    </>
  )
}
