import { useHistoryState } from 'wouter/use-browser-location'
import { Notice } from '@/ui/notice'
import { SupportEmail, SupportPhone } from '@/ui/support-links'

export function NoOnlineReset({ className }: { className: string }) {
  return (
    <Notice tone="warning" title="Passwords can’t be reset online right now" className={className}>
      <p className="mt-1">
        Call <SupportPhone /> or email <SupportEmail className="link inline-block" />, and we’ll
        help you get back in.
      </p>
    </Notice>
  )
}

/** Goes along with the link to a page that is no answer to a forgotten password by itself. */
export const forgotPassword = { forgotPassword: true }

export const useForgotPassword = () =>
  useHistoryState<Partial<typeof forgotPassword> | null>()?.forgotPassword === true
