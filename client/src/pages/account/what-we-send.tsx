import { useQuery } from '@tanstack/react-query'
import { consentsQuery } from '@/features/consents/api'
import { Card } from '@/ui/card'
import { Fact, Facts } from '@/ui/facts'

/** What we send someone, how, and what they can stop. */
export function WhatWeSend() {
  const { data: consents } = useQuery(consentsQuery)
  const may = (kind: string) => consents?.some((one) => one.kind === kind && one.isGiven) ?? false
  return (
    <Card titleAs="h3" title="What We Send You">
      <Facts areProse>
        <Fact name="Always, by email">
          <p>
            Decisions about you and your documents, security notices, password resets, replies to
            your messages, and changes to your payment details.
          </p>
          <p className="mt-1 text-sm text-muted">
            These keep your account safe or answer you, so they can’t be turned off.
          </p>
        </Fact>
        <Fact name="By email, if you like">
          <p>Emails about your referrals, and other emails from our team.</p>
          <p className="mt-1 text-sm text-muted">
            Turn them off below, or with the link in each of them, without logging in.
          </p>
        </Fact>
        <Fact name="By text">
          {may('texts')
            ? 'You’ve agreed to texts, so we may text you about your application and your introduction. Reply STOP to any of them to opt out.'
            : 'We only text you if you agree below.'}
        </Fact>
        <Fact name="By phone">
          {may('calls')
            ? 'You’ve agreed to calls, so our team may call you.'
            : 'We only call you if you agree below. Otherwise we email you.'}
        </Fact>
      </Facts>
    </Card>
  )
}
