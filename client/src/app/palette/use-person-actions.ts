import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ListedUser } from '@shared/users'
import { usersQuery, useUserActions } from '@/features/users/api'
import { canBeAsked, nameAsked, useAsk } from '@/features/users/questions-api'
import { fullName } from '@/lib/format'
import { usePageActions } from '@/lib/page-actions'
import { paths, withQuery } from '@/lib/paths'
import { toast, toastError } from '@/lib/toast-store'
import { copyText } from '@/ui/copy-text'

/** Actions about people without going to their page first. */
export function usePersonActions() {
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const { decide } = useUserActions()
  const askNow = useAsk()
  const offered = usePageActions()

  const open = ({ id }: ListedUser, filter: Record<string, string> = {}) =>
    navigate(withQuery(paths.adminUsers, { ...filter, open: String(id) }))

  /** The desk’s own actions about whoever is open there: it goes on with the next person then. */
  const findOnDesk = ({ id }: ListedUser, wanted: string) =>
    offered.find(({ about, label }) => about === `user:${id}` && label === wanted)

  function ask(user: ListedUser): void {
    const onDesk = findOnDesk(user, 'Ask')
    if (onDesk) onDesk.act()
    else void askNow(user)
  }

  function approve(user: ListedUser): void {
    const onDesk = findOnDesk(user, 'Approve')
    if (onDesk) onDesk.act()
    else void decide(user, 'approved')
  }

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
