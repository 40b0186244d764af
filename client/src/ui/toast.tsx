import * as Radix from '@radix-ui/react-toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { cx } from './class-names'
import { dismissToast, useToasts, type ToastRecord } from '@/lib/toast-store'
import { useTopDialog } from './top-dialog'

/** Placed once, near the root of the app. */
export function Toaster() {
  const toasts = useToasts()
  const dialog = useTopDialog()
  const host = dialog ?? document.body

  return createPortal(
    <Radix.Provider
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={host}
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        label="Messages ({hotkey})"
        className={cx(
          'fixed inset-x-4 z-50 outline-none',
          // Above a dialog, which leaves that room, or under the page's header.
          dialog ? 'top-2' : 'top-[calc(var(--header-height)+0.5rem)]',
          'md:top-auto md:bottom-6 md:w-96',
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
        aria-label="Close"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sand hover:text-ink pointer-coarse:size-11"
      >
        <X className="size-4.5" strokeWidth={1.75} />
      </Radix.Close>
    </Radix.Root>
  )
}
