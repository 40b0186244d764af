import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { methodTitle, nameAccount, payoutRestDays } from '@shared/payment-methods'
import type { PaymentSettingsState } from '@shared/payment-settings'
import { formatDate, formatDateTime } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { pathQuery } from '@/lib/query-client'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Loaded, Skeleton } from '@/ui/loaded'

const path = '/api/payment-settings'
const Loading = () => <Skeleton className="h-32" />
const MethodTabs = lazyPart(() => import('./payment-form').then((part) => part.MethodTabs), Loading)

const whoPays = {
  partner:
    'Entrepreneurs pay you after a match, by the method you prefer. We use it for referral rewards, too.',
  referrer: 'We pay your rewards by the method you choose here.',
}

/** How someone is paid. What is stored is shown by its end only. */
export function PaymentSettings({ user }: { user: Pick<CurrentUser, 'isReferrer'> }) {
  const stored = useQuery(pathQuery<PaymentSettingsState>(path))
  const [isChanging, setIsChanging] = useState(false)
  const isStored = Boolean(stored.data?.settings) && !isChanging

  return (
    <Card
      titleId="payment-settings"
      title="Payment Settings"
      description={
        isStored
          ? undefined
          : `${user.isReferrer ? whoPays.referrer : whoPays.partner} To keep your money safe, we pause payouts for ${payoutRestDays} days after a change.`
      }
    >
      <Loaded query={stored} what="Your payment settings" skeleton={<Loading />}>
        {({ settings }) =>
          settings && isStored ? (
            <Stored settings={settings} onChange={() => setIsChanging(true)} />
          ) : (
            <MethodTabs
              path={path}
              first={settings?.method ?? 'zelle'}
              onSaved={() => setIsChanging(false)}
              onCancel={settings ? () => setIsChanging(false) : undefined}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

interface StoredProps {
  settings: NonNullable<PaymentSettingsState['settings']>
  onChange: () => void
}

function Stored({ settings, onChange }: StoredProps) {
  const { method, lastFour, changedAt, restsUntil } = settings
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="font-medium">
          <span>{methodTitle(method)}</span>
          {lastFour ? (
            <span>
              , <span className="figures wrap-anywhere">{nameAccount(lastFour)}</span>
            </span>
          ) : null}
        </p>
        <p className="text-sm text-muted">
          <span>Saved {formatDate(changedAt)}</span>
          <span>
            {restsUntil ? `. Payouts are paused until ${formatDateTime(restsUntil)}.` : ''}
          </span>
        </p>
      </div>
      <Button variant="secondary" onClick={onChange}>
        Change Payment Settings
      </Button>
    </div>
  )
}
