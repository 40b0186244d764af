import type { Overview } from '@shared/overview'
import { promisedHours } from '@shared/program-time'
import { formatHours } from '@/lib/format'
import { formatCount } from '@/lib/format-count'
import { paths, withQuery } from '@/lib/paths'
import { CountCard } from './count-card'

const hourMs = 3_600_000

/** How much waits for the administrator; each card leads to the list that it counts. */
export function TodoList({ overview }: { overview: Overview }) {
  return (
    <ul aria-label="What waits" className="grid grid-cols-2 gap-3 md:grid-cols-3">
      <CountCard
        label="Pending Users"
        count={overview.pending.count}
        path={withQuery(paths.adminUsers, { status: 'pending', sort: 'oldest' })}
        {...sayPending(overview.pending)}
      />
      <CountCard
        label="Unread Messages"
        count={overview.unread.messages}
        path={withQuery(paths.adminMessages, { status: 'new' })}
      />
      <CountCard
        label="Unread Referrals"
        count={overview.unread.referrals}
        path={withQuery(paths.adminMessages, { tab: 'referrals', status: 'new' })}
      />
      <CountCard
        label="Introductions That Need You"
        count={overview.introductions.needYou + overview.introductions.waiting}
        path={paths.adminMatching}
        {...sayIntroductions(overview.introductions)}
      />
      <CountCard
        label="Failed Emails"
        count={overview.failedMails}
        path={withQuery(paths.adminEmail, { tab: 'outbox', status: 'failed' })}
        {...(overview.failedMails && { note: 'See why, and send them again.', isUrgent: true })}
      />
      <CountCard
        label="Email Changes"
        count={overview.emailChanges}
        path={withQuery(paths.adminUsers, { emailChange: 'waiting' })}
        {...(overview.emailChanges && { note: 'People who need you to confirm a new email.' })}
      />
      <CountCard
        label="Rewards on Hold"
        count={overview.money.held}
        path={withQuery(paths.adminReferrals, { status: 'held' })}
      />
      <CountCard
        label="Payout Runs to Approve"
        count={overview.money.drafts}
        path={paths.adminPayouts}
        {...(overview.money.drafts && { note: 'Ready for your review.', isUrgent: true })}
      />
      <CountCard
        label="Documents in Quarantine"
        count={sumUp(overview.quarantined)}
        path={withQuery(paths.adminReports, { quarantine: 'any' })}
        {...sayQuarantine(overview)}
      />
    </ul>
  )
}

function sayPending({ overdue, oldest }: Overview['pending']) {
  if (!oldest) return { note: 'No one is waiting.' }
  const waited = formatHours((Date.now() - Date.parse(oldest.since)) / hourMs)
  if (overdue === 0) return { note: `The oldest has waited ${waited}.` }
  const promise = `We promise ${promisedHours.from} to ${promisedHours.to} hours.`
  const others =
    overdue > 1 ? ` ${formatCount(overdue)} people have waited over ${promisedHours.to} hours.` : ''
  return { note: `The oldest has waited ${waited}.${others} ${promise}`, isUrgent: true }
}

function sayIntroductions({ waiting, overdue }: Overview['introductions']) {
  if (waiting === 0) return {}
  const who = waiting === 1 ? '1 partner waits' : `${formatCount(waiting)} partners wait`
  if (overdue === 0) return { note: `${who} for a match.` }
  return {
    note: `${who} for a match, ${formatCount(overdue)} longer than the week we promise.`,
    isUrgent: true,
  }
}

const sumUp = ({ waiting, infected }: Overview['quarantined']) => waiting + infected

const noVirusCheck =
  'Documents aren’t checked for viruses. Ask whoever runs the server to connect a virus scanner.'

function sayQuarantine({ quarantined, hasVirusCheck }: Overview) {
  const { waiting, infected } = quarantined
  const counts = `${formatCount(waiting)} waiting for the virus check, ${formatCount(infected)} infected.`
  const notes = [
    ...(waiting + infected > 0 ? [counts] : []),
    ...(hasVirusCheck ? [] : [noVirusCheck]),
  ]
  return { note: notes.join(' '), isUrgent: infected > 0 || !hasVirusCheck }
}
