import { Camera, FileUp } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type ChangeEvent,
  type ReactNode,
  useState,
  type DragEvent,
  type RefObject,
} from 'react'
import { Button, buttonClass } from './button'
import { cx } from './class-names'
import { useSaid } from './status'
import { describeControl, FieldError, FieldHint } from './field'
import { ChosenFile, type ShownFile } from './file-chosen'
import { formatFileSize } from './file-name'

type FileDropProps = {
  label: ReactNode
  hint?: ReactNode
  /** Extensions as the browser wants them: `.pdf,.jpg`. A help for choosing, not a check. */
  accept: string
  file: ShownFile | null
  onSelect: (file: File | null) => void
  error?: string | undefined
  /** Nothing else says it: no toast, no form. */
  isErrorSpoken?: boolean
  disabled?: boolean
  /** 0 to 1 while sending, else null. */
  progress?: number | null
  onCancel?: () => void
  onRetry?: () => void
}

/** One file by click, drag and drop, paste or camera. What it may be, the caller checks. */
export function FileDrop({
  label,
  hint,
  accept,
  file,
  onSelect,
  error,
  isErrorSpoken = false,
  disabled = false,
  progress = null,
  onCancel,
  onRetry,
}: FileDropProps) {
  const takesPhotos = /\.(jpe?g|png|heic|webp)|image\//i.test(accept)
  const zone = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const id = useId()
  const { aria, hintId, errorId } = describeControl({ id, hint: Boolean(hint), error })
  const locked = disabled || progress !== null
  const { dragging, handlers } = useDroppedFiles(zone, { enabled: !locked, onFile: onSelect })

  useSaid(file ? sayWhere(file, progress) : null)
  // Said of a file that stays chosen: it was refused when it was sent, maybe far down the page.
  const showRefusal = useEffectEvent(() => {
    if (!file) return
    input.current?.focus({ preventScroll: true })
    zone.current?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (error) showRefusal()
  }, [error])

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0]
    // Emptied, so that choosing the same file again is noticed.
    event.target.value = ''
    if (chosen) onSelect(chosen)
  }

  function handleRemove() {
    onSelect(null)
    input.current?.focus()
  }

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-sm font-medium text-ink">
        {label}
      </label>
      {hint ? <FieldHint id={hintId}>{hint}</FieldHint> : null}
      <div
        ref={zone}
        role="presentation"
        {...handlers}
        data-dragging={dragging || undefined}
        className={cx(
          '@container relative mt-2 rounded-lg border transition-colors',
          'has-[>input:focus-visible]:outline-2 has-[>input:focus-visible]:outline-offset-2 has-[>input:focus-visible]:outline-(--focus)',
          error ? 'border-danger' : 'border-control',
          file ? 'border-solid' : 'border-dashed',
          disabled ? 'bg-sand-light' : dragging ? 'bg-success-surface' : 'bg-white',
          !locked && !error && 'hover:border-ink',
        )}
      >
        {/* Transparent over the whole zone: a click anywhere opens the picker. */}
        <input
          {...aria}
          ref={input}
          type="file"
          accept={accept}
          disabled={locked}
          onChange={handleChange}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
        />
        {file ? (
          <ChosenFile
            file={file}
            progress={progress}
            failed={Boolean(error)}
            disabled={disabled}
            onReplace={() => input.current?.click()}
            onRemove={handleRemove}
            onCancel={onCancel}
            onRetry={onRetry}
          />
        ) : (
          <div className="pointer-events-none relative flex flex-col items-center px-4 py-7 text-center">
            <FileUp className="size-7 text-brass-text" strokeWidth={1.25} />
            <p className="mt-2 text-muted">
              {locked ? null : (
                <span className="hidden pointer-fine:inline">Drag a file here, paste it, or </span>
              )}
              <span
                className={cx(
                  'font-medium',
                  locked ? 'inline-block first-letter:uppercase' : 'link pointer-coarse:hidden',
                )}
              >
                choose a file
              </span>
            </p>
            {locked ? null : (
              <div className="mt-1 hidden w-full max-w-60 flex-col gap-2 pointer-coarse:flex">
                <span className={buttonClass({ variant: 'secondary', size: 'sm' })}>
                  Choose a File
                </span>
                {takesPhotos ? (
                  <Button
                    variant="secondary"
                    size="sm"
                    icon={<Camera />}
                    className="pointer-events-auto"
                    onClick={() => camera.current?.click()}
                  >
                    Take a Photo
                  </Button>
                ) : null}
              </div>
            )}
          </div>
        )}
        {takesPhotos ? (
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            hidden
            tabIndex={-1}
            aria-hidden="true"
            onChange={handleChange}
          />
        ) : null}
      </div>
      {/* Beside a file that stays chosen, the focus goes to the picker, which reads it out. */}
      <FieldError id={errorId} error={error} isSpoken={isErrorSpoken && file === null} />
    </div>
  )
}

const quarters = ['Sending', 'A quarter sent of', 'Half sent of', 'Three quarters sent of', 'Sent']

/** For who does not see the bar: in words, and no more often than they can be heard. */
const sayWhere = ({ name, size }: ShownFile, progress: number | null) =>
  progress === null
    ? `${name} chosen, ${formatFileSize(size)}`
    : `${quarters[Math.floor(progress * 4)] ?? ''} ${name}`

type Options = { enabled: boolean; onFile: (file: File) => void }

/** Takes a file that is dropped on `ref`, or pasted while the pointer or the focus is inside it. */
function useDroppedFiles(ref: RefObject<HTMLElement | null>, options: Options) {
  const [dragging, setDragging] = useState(false)
  const hovered = useRef(false)

  const take = useEffectEvent((event: Event, files: FileList | undefined) => {
    const file = files?.[0]
    if (!file || !options.enabled) return
    event.preventDefault()
    options.onFile(file)
  })

  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const focused = ref.current?.contains(document.activeElement)
      if (focused || hovered.current) take(event, event.clipboardData?.files)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [ref])

  const handlers = {
    onPointerEnter: () => {
      hovered.current = true
    },
    onPointerLeave: () => {
      hovered.current = false
    },
    onDragOver: (event: DragEvent) => {
      // Without this the browser opens the dropped file in place of the page.
      event.preventDefault()
      setDragging(options.enabled)
    },
    onDragLeave: (event: DragEvent) => {
      const into = event.relatedTarget
      if (!(into instanceof Node) || !event.currentTarget.contains(into)) setDragging(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDragging(false)
      const file = event.dataTransfer.files[0]
      if (file && options.enabled) options.onFile(file)
    },
  }

  return { dragging, handlers }
}
