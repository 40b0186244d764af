import * as Radix from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './class-names'
import { returnFocus } from '@/lib/focus'
import { dismissToast, useToasts, type ToastRecord } from '@/lib/toast-store'
import { useTopDialog } from '@/lib/top-dialog'

/** Toasts are said by the announcer of the app. */
const unheard = document.createElement('div')

/** Placed once, near the root of the app. */
export function Toaster() {
  const toasts = useToasts()
  const dialog = useTopDialog()
  const host = dialog ?? document.body
  const viewport = useRef<HTMLOListElement>(null)
  const isShown = toasts.some(({ open }) => open)
  useEffect(() => {
    if (!isShown && viewport.current?.contains(document.activeElement)) returnFocus()
  }, [isShown])
  useEffect(() => giveWay(host.querySelector('[data-toasts]')), [host])

  return createPortal(
    <Radix.Provider
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={unheard}
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
      <Radix.Viewport
        ref={viewport}
        data-toasts
        hotkey={['F8']}
        label="Messages ({hotkey})"
        className={cx(
          'fixed inset-x-4 z-50 outline-none data-aside:top-auto data-aside:bottom-[calc(var(--stuck-bottom,0px)+1rem)]',
          // Above a dialog, which leaves that room, above the verbs of a panel, or under the page's header.
          dialog?.dataset['pageKeys']
            ? 'top-2 max-md:tall:top-auto max-md:tall:bottom-20 max-md:tall:data-aside:top-2 max-md:tall:data-aside:bottom-auto'
            : dialog
              ? 'top-2'
              : 'top-[calc(var(--stuck-top,0px)+0.5rem)]',
          'md:top-auto md:bottom-6 md:w-96 md:data-aside:top-20 md:data-aside:bottom-auto',
          // A dialog has its primary action at the bottom right.
          dialog ? 'md:right-auto md:left-6' : 'md:right-6 md:left-auto',
        )}
      />
    </Radix.Provider>,
    host,
  )
}

function ToastCard({ entry }: { entry: ToastRecord }) {
  const { id, title, description, variant = 'default', isNeutral, isOneLine } = entry
  const { action, duration, open } = entry
  const destructive = variant === 'destructive'
  const Icon = destructive ? CircleAlert : isNeutral ? Info : CircleCheck

  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => !next && dismissToast(id)}
      // One Esc closes one thing: neither a dialog nor a panel of the page sees this one.
      onEscapeKeyDown={(event) => {
        event.preventDefault()
        dismissToast(id)
      }}
      data-variant={variant}
      {...(duration && { duration })}
      className={cx(
        'flex items-start gap-3 rounded-lg border bg-white py-3 pr-2 pl-4 shadow-overlay',
        'data-[state=open]:animate-toast-in data-[state=closed]:animate-toast-out',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
        'data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-toast-swipe-out',
        destructive ? 'border-danger/40' : 'border-hairline',
      )}
    >
      <Icon
        strokeWidth={1.75}
        className={cx(
          'mt-1.5 size-5 shrink-0',
          destructive ? 'text-danger' : isNeutral ? 'text-muted' : 'text-success',
        )}
      />
      <div
        className={cx(
          'min-w-0 flex-1 py-1',
          isOneLine && 'max-md:flex max-md:items-baseline max-md:gap-2',
        )}
      >
        <Radix.Title className={cx('shrink-0 font-medium', destructive && 'text-danger')}>
          {title}
        </Radix.Title>
        {description ? (
          <Radix.Description className={cx('text-sm text-muted', isOneLine && 'max-md:truncate')}>
            {description}
          </Radix.Description>
        ) : null}
        {action ? (
          <Radix.Action
            altText={action.label}
            onClick={action.onClick}
            className="link mt-1 inline-flex min-h-8 items-center text-sm font-medium pointer-coarse:min-h-11"
          >
            {action.label}
          </Radix.Action>
        ) : null}
      </div>
      <Radix.Close
        aria-label="Close message"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sand hover:text-ink pointer-coarse:size-11"
      >
        <X className="size-4.5" strokeWidth={1.75} />
      </Radix.Close>
    </Radix.Root>
  )
}

/** Puts toasts at the other edge of the window while they would cover what has the focus. */
function giveWay(viewport: HTMLElement | null): () => void {
  let frame = 0
  const place = () => {
    if (!viewport) return
    viewport.toggleAttribute('data-aside', false)
    if (!coversFocus(viewport)) return
    viewport.toggleAttribute('data-aside', true)
    // A part as high as the window has no place without it.
    if (coversFocus(viewport)) viewport.toggleAttribute('data-aside', false)
  }
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  const controller = new AbortController()
  const { signal } = controller
  for (const event of ['focusin', 'scroll', 'resize'])
    window.addEventListener(event, placeSoon, { capture: true, signal })
  const observer = new ResizeObserver(placeSoon)
  if (viewport) observer.observe(viewport)
  return () => {
    controller.abort()
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

function coversFocus(viewport: HTMLElement): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body || viewport.contains(focused)) return false
  const [own, other] = [viewport, focused].map((part) => part.getBoundingClientRect())
  if (!own?.height || !other) return false
  const isApart =
    own.bottom <= other.top ||
    own.top >= other.bottom ||
    own.right <= other.left ||
    own.left >= other.right
  return !isApart
}
