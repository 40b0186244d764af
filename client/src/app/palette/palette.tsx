import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Search } from 'lucide-react'
import type { ListedUser } from '@shared/users'
import { useLogOut } from '@/features/accounts/use-log-out'
import { useUserActions, usersQuery } from '@/features/users/api'
import { fullName } from '@/lib/format'
import { adminPages } from '@/lib/admin-pages'
import { usePageActions } from '@/lib/page-actions'
import { paths, withQuery } from '@/lib/paths'
import { keysOf } from '@/lib/use-shortcuts'
import { Button, IconButton } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { EmailText } from '@/ui/email-text'
import { StatusBadge } from '@/ui/badge'
import { type PaletteItem, PaletteList } from './palette-list'
import { canBeAsked, nameAsked, useAsk } from '@/features/users/questions-api'
import { toast, toastError } from '@/lib/toast-store'
import { copyText } from '@/ui/copy-text'

const pauseMs = 150
const minLetters = 2
const people = '6'

/** Finds a person, a page or an action without a mouse. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [, navigate] = useLocation()
  const logOut = useLogOut()
  const offered = usePageActions()
  const { open, reviewNext, actionsFor } = usePersonActions()
  const [verb, name] = splitVerb(text)
  const found = usePeople(name)

  /** Closed first: it gives the focus back, and what was chosen may take it. */
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  function toPerson(user: ListedUser): PaletteItem[] {
    const actions = actionsFor(user).map((action) => ({
      key: `${action.verb}-${user.id}`,
      label: action.label,
      choose: then(action.act),
      verb: action.verb,
    }))
    if (verb) return actions.filter((action) => action.verb === verb)
    const note = (
      <>
        <EmailText email={user.email} />
        <StatusBadge status={user.status} />
      </>
    )
    const choose = then(() => open(user))
    return [{ key: `user-${user.id}`, label: fullName(user), note, choose, actions }]
  }
  const actions = [
    ...offered.filter(({ about }) => about === undefined),
    { label: 'Review Next', act: () => void reviewNext() },
    { label: 'Account and Security', act: () => navigate(paths.account) },
    { label: 'Log Out', act: () => void logOut.act() },
  ]

  const groups = [
    {
      name: 'Pages',
      items: adminPages
        .filter(({ label, title = label }) => matches(title, text))
        .map(({ path, label, title = label, key }) => ({
          key: path,
          label: title,
          note: <kbd className="font-sans text-xs">G {key.toUpperCase()}</kbd>,
          choose: then(() => navigate(path)),
        })),
    },
    {
      name: 'Actions',
      items: actions
        .filter(({ label }) => matches(label, text))
        .map(({ label, act }) => ({ key: label, label, choose: then(act) })),
    },
    // Last: they come later than the others, and must not push them away under a finger.
    { name: 'People', items: found.users.flatMap(toPerson) },
  ]
  const isEmpty = groups.every(({ items }) => items.length === 0)

  return (
    <Dialog open onClose={onClose} title="Find" size="pinned">
      <PaletteList
        label="Find a person, a page, or an action"
        text={text}
        onType={setText}
        groups={groups}
        message={found.message || (isEmpty ? 'Nothing found.' : '')}
      />
    </Dialog>
  )
}

/** 'approve noor' is an action and a person. */
function splitVerb(text: string): [verb: string, name: string] {
  const [, verb = '', name = text] =
    /^\s*(approve|ask|email|copy)(?:\s+email)?\s+(.*)$/i.exec(text) ?? []
  return [verb.toLowerCase(), name]
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/)

/** Every word that was typed begins one of the label's. */
const matches = (label: string, text: string) =>
  wordsOf(text).every((typed) => wordsOf(label).some((word) => word.startsWith(typed)))

/** The people found for the typed text, and never those of an earlier text. */
function usePeople(text: string) {
  const wanted = text.trim()
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const isLongEnough = wanted.length >= minLetters
  const { data, isPlaceholderData, isError } = useQuery({
    ...usersQuery({ search, limit: people }),
    enabled: isLongEnough && search === wanted,
  })
  if (!isLongEnough) return { users: [], message: '' }
  if (isError) return { users: [], message: 'People could not be searched. Please try again.' }
  if (!data || isPlaceholderData || search !== wanted) return { users: [], message: 'Searching…' }
  return { users: data.rows, message: '' }
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Opens the palette, like Ctrl+K and Cmd+K, for people with a mouse or a finger. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        icon={<Search />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpen}
        className="max-md:hidden"
      >
        Find
        <kbd className="font-sans text-xs text-muted">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <IconButton
        label="Find"
        icon={<Search />}
        onClick={onOpen}
        className="border border-control bg-white md:hidden"
      />
    </>
  )
}

/** Whether the palette is open; Ctrl+K and Cmd+K open and close it, also while someone types. */
export function usePalette() {
  const [isOpen, setIsOpen] = useState(false)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isAsked = (event.ctrlKey || event.metaKey) && keysOf(event).includes('k')
    if (!isAsked || event.altKey || event.shiftKey) return
    // The browser's own use of it is to search the web.
    event.preventDefault()
    if (!event.repeat) setIsOpen((open) => !open)
  })

  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}

/** Actions about people without going to their page first. */
function usePersonActions() {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const { decide } = useUserActions()
  const askNow = useAsk()
  const offered = usePageActions()

  const open = ({ id }: ListedUser, filter: Record<string, string> = {}) =>
    navigate(withQuery(paths.adminUsers, { ...filter, open: String(id) }))

  /** The desk’s own action about whoever is open there: it goes on with the next person then. */
  const onDesk = ({ id }: ListedUser, wanted: string) =>
    offered.find(({ about, label }) => about === `user:${id}` && label === wanted)?.act

  const approve = (user: ListedUser) =>
    (onDesk(user, 'Approve') ?? (() => void decide(user, 'approved')))()
  const ask = (user: ListedUser) => (onDesk(user, 'Ask') ?? (() => void askNow(user)))()

  /** The person who has waited longest, other than the one on the screen. */
  async function reviewNext(): Promise<void> {
    const filter = { status: 'pending', sort: 'oldest' }
    const openId = new URLSearchParams(window.location.search).get('open')
    try {
      const first = { ...usersQuery({ ...filter, limit: '2' }), staleTime: 0 }
      const { rows } = await queryClient.fetchQuery(first)
      const next = rows.find(({ id }) => String(id) !== openId)
      if (next) open(next, filter)
      else toast({ title: `No one${rows.length > 0 ? ' else' : ''} is waiting`, isNeutral: true })
    } catch (error) {
      toastError('The next person could not be loaded', error)
    }
  }

  function actionsFor(user: ListedUser) {
    const name = fullName(user)
    const canApprove = user.status !== 'approved' && !user.isReferrer
    return [
      ...(canApprove
        ? [{ verb: 'approve', label: `Approve ${name}`, act: () => approve(user) }]
        : []),
      ...(canBeAsked(user)
        ? [{ verb: 'ask', label: `Ask ${nameAsked(user)}`, act: () => ask(user) }]
        : []),
      {
        verb: 'email',
        label: `Email ${name}`,
        act: () => navigate(withQuery(paths.adminEmail, { to: user.email })),
      },
      { verb: 'copy', label: `Copy Email of ${name}`, act: () => void copyEmail(user) },
    ]
  }

  return { open, reviewNext, actionsFor }
}

async function copyEmail({ email }: ListedUser): Promise<void> {
  if (await copyText(email, 'text')) toast({ title: 'Email copied', description: email })
}
