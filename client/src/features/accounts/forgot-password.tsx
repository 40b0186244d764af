import { useHistoryState } from 'wouter/use-browser-location'
import { brand, supportPhoneHref } from '@/lib/brand'
import { EmailText } from '@/ui/email-text'
import { Notice } from '@/ui/notice'

export function NoOnlineReset({ className }: { className: string }) {
  return (
    <Notice tone="warning" title="Passwords can’t be reset online right now" className={className}>
      <p className="mt-1">
        Call{' '}
        <a href={supportPhoneHref} className="link whitespace-nowrap">
          {brand.supportPhone}
        </a>{' '}
        or email{' '}
        <a href={`mailto:${brand.supportEmail}`} className="link inline-block">
          <EmailText email={brand.supportEmail} />
        </a>
        , and we’ll help you get back in.
      </p>
    </Notice>
  )
}

/** Goes along with the link to a page that is no answer to a forgotten password by itself. */
export const forgotPassword = { forgotPassword: true }

export const useForgotPassword = () =>
  useHistoryState<Partial<typeof forgotPassword> | null>()?.forgotPassword === true
