import { X } from 'lucide-react'
import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { IconButton } from './button'
import { cx } from './class-names'
import { rememberFocus } from '@/lib/focus'
import { registerDialog } from '@/lib/top-dialog'
import { useTitleState } from '@/lib/use-title-state'
import { useOverflow, useStartAtTop } from './scrolling'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** In its place: what can't be undone, or can't wait. The dialog is an alert, which is read out with it. */
  warning?: ReactNode
  footer?: ReactNode
  /** `panel` is a sheet along the right-hand edge; the top of `pinned` stays where it is when its height changes. */
  size?: 'md' | 'lg' | 'pinned' | 'panel'
  /** Where there is room, the dialog is beside this and dims nothing: what it is about stays in sight. */
  beside?: Element | null | undefined
  /** It shows a part of the page, so the page's single keys act in it. */
  keepsShortcuts?: boolean
  /** Another value: another content, which starts at its top. */
  shown?: string
  children?: ReactNode
}

/** Modal dialog. Its content is mounted only while it is open. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

// On a phone the room above it is a toast's, unless the window is too low.
const centered =
  'm-auto w-[calc(100%-1rem)] max-h-[calc(100dvh-1rem)] tall:w-[calc(100%-2rem)] tall:max-h-[calc(100dvh-2rem)] ' +
  'max-md:tall:mb-4 max-md:tall:max-h-[calc(100dvh-8.5rem)] rounded-xl'

const sizes = {
  md: `${centered} max-w-lg`,
  lg: `${centered} max-w-3xl`,
  pinned:
    'mx-auto mt-2 mb-auto tall:mt-18 md:tall:mt-[12dvh] w-[calc(100%-2rem)] max-h-[calc(100dvh-1rem)] tall:max-h-[calc(100dvh-5.5rem)] md:tall:max-h-[80dvh] max-w-lg rounded-xl',
  beside:
    'm-0 w-[min(26rem,calc(100%-1rem))] max-h-[min(46rem,calc(100dvh-1rem))] rounded-xl border backdrop:animate-none backdrop:bg-transparent',
  panel: 'my-0 w-full mr-0 ml-auto h-dvh max-h-none max-w-2xl border-l',
}

/** Minimum window width for a dialog beside its subject. */
const roomFrom = 1024
/** A dialog of 26rem with its distance. */
const takenWidth = 428

/** To the left of an element, or of the panel that it is in; below it where there is no room. Null on a small window. */
function placeBeside(element: Element | null | undefined): CSSProperties | null {
  if (!element || window.innerWidth < roomFrom) return null
  const { top, bottom, left } = element.getBoundingClientRect()
  const { left: edge } = (element.closest('aside, dialog') ?? element).getBoundingClientRect()
  const [x, y] = edge < takenWidth ? [left, bottom + 8] : [edge - takenWidth, top]
  return {
    left: `max(0.5rem, min(${x}px, 100vw - 26.5rem))`,
    top: `max(0.5rem, min(${y}px, 100dvh - 46.5rem))`,
  }
}

function OpenDialog({
  onClose,
  title,
  description,
  warning,
  footer,
  size = 'md',
  beside,
  keepsShortcuts = false,
  shown,
  children,
}: Omit<DialogProps, 'open'>) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(bodyRef)
  // Either scrolls, by the height of the window.
  useStartAtTop(dialogRef, shown)
  useStartAtTop(bodyRef, shown)
  const [place] = useState(() => placeBeside(beside))
  const id = useId()
  const [name, setName] = useState<string | null>(null)
  // In words, whatever it is made of.
  useLayoutEffect(() => {
    setName(title ? (headingRef.current?.textContent ?? null) : null)
  }, [title])
  useTitleState(name)
  const said = warning ?? description
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    if (!dialog) return undefined
    const giveBack = rememberFocus()
    const unregister = registerDialog(dialog)
    dialog.showModal()
    const wanted = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? headingRef.current
    wanted?.focus()
    const stopListening = closeOnRequest(dialog, () => close())
    return () => {
      stopListening()
      unregister()
      dialog.close()
      giveBack()
    }
  }, [])

  return (
    <dialog
      ref={dialogRef}
      role={warning ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={said ? `${id}-description` : undefined}
      data-page-keys={keepsShortcuts || undefined}
      style={place ?? undefined}
      // A dialog fades in without moving: a translated one would be the containing block of the fixed toasts in it.
      className={cx(
        'animate-fade-in overflow-x-hidden overflow-y-auto bg-white p-0 text-ink shadow-overlay tall:overflow-hidden',
        sizes[place ? 'beside' : size],
      )}
    >
      <div
        className={cx('flex flex-col', size === 'panel' ? 'tall:h-full' : 'tall:max-h-[inherit]')}
      >
        <div className="flex items-start gap-4 border-b px-5 py-4 md:px-6">
          <div className="min-w-0 flex-1 py-1">
            <h2 ref={headingRef} id={`${id}-title`} tabIndex={-1} className="text-xl">
              {title}
            </h2>
            {said ? (
              <p id={`${id}-description`} className="mt-1 text-sm text-muted">
                {said}
              </p>
            ) : null}
          </div>
          <IconButton label="Close" icon={<X />} onClick={onClose} className="-mr-2" />
        </div>
        <div
          ref={bodyRef}
          data-scroller
          role={scrolls ? 'region' : undefined}
          aria-labelledby={scrolls ? `${id}-title` : undefined}
          tabIndex={scrolls ? 0 : undefined}
          className="min-h-0 flex-1 px-5 py-5 focus-visible:-outline-offset-2 tall:overflow-y-auto md:px-6"
        >
          <div className={size === 'panel' ? 'min-h-full' : undefined}>{children}</div>
        </div>
        {footer ? (
          <div className="flex flex-wrap justify-end gap-3 border-t bg-paper px-5 py-4 md:px-6">
            {footer}
          </div>
        ) : null}
      </div>
    </dialog>
  )
}

/** Esc, and a press that both begins and ends on the backdrop, ask the dialog to close. */
function closeOnRequest(dialog: HTMLDialogElement, close: () => void) {
  const abort = new AbortController()
  const { signal } = abort
  let pressedBackdrop = false

  dialog.addEventListener(
    'cancel',
    (event) => {
      // A file input inside also sends `cancel`, when its picker is closed.
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    },
    { signal },
  )
  // Browsers close on a second Esc without asking; whether it may close is the page's to say.
  dialog.addEventListener(
    'close',
    () => {
      if (dialog.open) return
      dialog.showModal()
      close()
    },
    { signal },
  )
  dialog.addEventListener('pointerdown', (event) => (pressedBackdrop = event.target === dialog), {
    signal,
  })
  dialog.addEventListener(
    'click',
    (event) => {
      if (pressedBackdrop && event.target === dialog) close()
    },
    { signal },
  )
  return () => abort.abort()
}
