import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { ListedUser } from '@shared/users'
import { useLogOut } from '@/features/accounts/use-log-out'
import { usersQuery } from '@/features/users/api'
import { fullName } from '@/lib/format'
import { usePageActions } from '@/lib/page-actions'
import { paths, withQuery } from '@/lib/paths'
import { Dialog } from '@/ui/dialog'
import { EmailText } from '@/ui/email-text'
import { StatusBadge } from '@/ui/status-badge'
import { PaletteList, type PaletteItem } from './palette-list'

interface PaletteProps {
  pages: readonly { title: string; path: string }[]
  onClose: () => void
}

const pauseMs = 150
const minLetters = 2
const people = '6'

/** Finds a person, a page or an action without a mouse. */
export function Palette({ pages, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const [, navigate] = useLocation()
  const logOut = useLogOut()
  const offered = usePageActions()
  const found = usePeople(text)

  /** Closed first: it gives the focus back, and what was chosen may take it. */
  const then = (act: () => void) => () => {
    onClose()
    act()
  }
  const toPage = ({ title, path }: PaletteProps['pages'][number]): PaletteItem => ({
    key: path,
    label: title,
    choose: then(() => navigate(path)),
  })
  const toPerson = (user: ListedUser): PaletteItem => ({
    key: `user-${user.id}`,
    label: fullName(user),
    note: (
      <>
        <EmailText email={user.email} />
        <StatusBadge status={user.status} />
      </>
    ),
    choose: then(() => navigate(withQuery(paths.adminUsers, { open: String(user.id) }))),
  })
  const actions = [
    ...offered,
    { label: 'Account and Security', act: () => navigate(paths.account) },
    { label: 'Log Out', act: () => void logOut.act() },
  ]

  const groups = [
    { name: 'Pages', items: pages.filter(({ title }) => matches(title, text)).map(toPage) },
    {
      name: 'Actions',
      items: actions
        .filter(({ label }) => matches(label, text))
        .map(({ label, act }) => ({ key: label, label, choose: then(act) })),
    },
    // Last: they come later than the others, and must not push them away under a finger.
    { name: 'People', items: found.users.map(toPerson) },
  ]
  const isEmpty = groups.every(({ items }) => items.length === 0)

  return (
    <Dialog open onClose={onClose} title="Find">
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

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/)

/** Every word that was typed begins one of the label's. */
const matches = (label: string, text: string) =>
  wordsOf(text).every((typed) => wordsOf(label).some((word) => word.startsWith(typed)))

/** Those whom the typed text finds, and never those of an earlier text. */
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
