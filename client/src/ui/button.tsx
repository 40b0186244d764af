import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './class-names'

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  'relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md border text-center ' +
  'font-medium no-underline select-none transition-colors disabled:cursor-not-allowed ' +
  'disabled:opacity-55 aria-disabled:cursor-default'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-evergreen text-white enabled:hover:bg-leaf [a&]:hover:bg-leaf active:bg-evergreen-deep',
  secondary:
    'border-control bg-white text-ink enabled:hover:border-ink enabled:hover:bg-paper [a&]:hover:border-ink [a&]:hover:bg-paper active:bg-sand',
  ghost:
    'border-transparent bg-transparent text-leaf enabled:hover:bg-sand [a&]:hover:bg-sand enabled:hover:text-evergreen',
  danger: 'border-transparent bg-danger text-white enabled:hover:bg-danger/90 active:bg-danger',
}

// Small buttons keep a finger's width on touch screens.
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-4.5 py-2 text-base leading-6',
  lg: 'min-h-13 px-6 py-2.5 text-lg leading-6',
}

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; className?: string }

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'md', className }: ButtonLook = {}) {
  return cx(base, variants[variant], sizes[size], className)
}

/** For what a page is for: on phones at the bottom of the window, within a thumb's reach. Its ref is `keepClear`. */
export const underThumb =
  'max-md:tall:fixed max-md:tall:inset-x-4 max-md:tall:bottom-4 max-md:tall:z-20 max-md:tall:shadow-overlay'

type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean; icon?: ReactNode }

/**
 * A pending button keeps its width, focus and name, and ignores clicks. A double click submits a form once, even
 * when the answer arrives between its two clicks.
 */
export function Button({
  variant,
  size,
  pending = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    const isRepeated = type === 'submit' && event.detail > 1
    if (pending || isRepeated) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || rest['aria-disabled'] || undefined}
      aria-busy={pending || undefined}
      onClick={handleClick}
      className={buttonClass({ variant, size, className })}
    >
      <span className={cx('inline-flex items-center gap-2', pending && 'opacity-0')}>
        {icon ? <ButtonIcon>{icon}</ButtonIcon> : null}
        <span className="contents">{children}</span>
      </span>
      {pending ? <Spinner className="absolute inset-0 m-auto size-5" /> : null}
    </button>
  )
}

function ButtonIcon({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="shrink-0 [&>svg]:size-[1.125em] [&>svg]:stroke-[1.75]">
      {children}
    </span>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted transition-colors',
        'enabled:hover:bg-sand enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-55',
        'md:pointer-fine:size-9 [&>svg]:size-5 [&>svg]:stroke-[1.75]',
        className,
      )}
    >
      {icon}
    </button>
  )
}

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'pending' | 'onClick'> & {
  /** The result of `useAction`. */
  action: { act: () => Promise<unknown>; isPending: boolean }
}

/** Does what the action says, and is pending meanwhile. */
export const ActionButton = ({ action, ...button }: ActionButtonProps) => (
  <Button {...button} pending={action.isPending} onClick={() => void action.act()} />
)

/**
 * For buttons that move or go away once pressed: the second click of a double click would meet what
 * comes in their place. Keys count as single clicks.
 */
export const onSingleClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}

type SpinnerProps = { label?: string; className?: string }

/** Turning ring. Without a label it is decoration beside text that already says what happens. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className ?? 'size-5')}>
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className="size-full animate-spin">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
        <path
          d="M21 12a9 9 0 0 0-9-9"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
